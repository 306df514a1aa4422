// What people are called, and people found by part of their name.

import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { findMe } from '../session/session.ts'

type NamedPerson = { id: number; display_name: string | null }

/** nameOf is undefined where nobody is known. The service names nobody by their address; everyone knows their own. */
export function nameOf(person: NamedPerson | null | undefined): string | undefined {
  if (!person) return undefined
  const me = findMe()
  return person.display_name ?? (me?.id === person.id ? me.email.split('@')[0] : `User ${person.id}`)
}

/** callName is for people about whom more is known. */
export const callName = (person: { display_name: string | null; username: string | null; email: string }): string =>
  person.display_name ?? person.username ?? person.email

export type PeopleProps = { ids: number[]; onChange: (ids: number[]) => void }

/** usePeople names those with an id and those who are called like `q`. */
export function usePeople(ids: number[], q = ''): Map<number, string> {
  const people = useQuery({
    queryKey: keys.people(q, ids),
    queryFn: () => call('GET /api/admin/people', { query: { q, ...(ids.length > 0 && { ids: ids.join(',') }) } }),
    enabled: q !== '' || ids.length > 0,
    placeholderData: (before) => before,
  })
  const names = new Map((people.data ?? []).map((person) => [person.id, nameOf(person)!]))
  for (const id of ids) if (!names.has(id)) names.set(id, `User ${id}`)
  return names
}

export const peoplePlaceholder = (ids: number[]) => (ids.length === 0 ? 'Type a name or email' : '')
