// Names of people and groups, and search by name.

import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { findMe } from '../session/session.ts'

type NamedPerson = { id: number; display_name: string | null }

/** Undefined for nobody. The service never uses an address as a name, except one's own. */
export function nameOf(person: NamedPerson | null | undefined): string | undefined {
  if (!person) return undefined
  const me = findMe()
  return person.display_name ?? (me?.id === person.id ? me.email.split('@')[0] : `User ${person.id}`)
}

/** For accounts with all their names. */
export const callName = (person: { display_name: string | null; username: string | null; email: string }): string =>
  person.display_name ?? person.username ?? person.email

export type PeopleProps = { ids: number[]; onChange: (ids: number[]) => void }

/** Names by id, of these people and of those matching `q`. */
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

/** Names of groups by id, of these and of those that match `q`. */
export function useGroups(ids: number[], q = ''): Map<number, string> {
  const groups = useQuery({
    queryKey: keys.groups(q, ...ids),
    queryFn: () =>
      call('GET /api/admin/groups', { query: { q, limit: 50, ...(ids.length > 0 && { ids: ids.join(',') }) } }),
    placeholderData: (before) => before,
  })
  const names = new Map((groups.data ?? []).map(({ id, name }) => [id, name]))
  for (const id of ids) if (!names.has(id)) names.set(id, `Group ${id}`)
  return names
}
