// Avatars of others who have this document open, with their names as tooltips.

import { Avatar } from '@mantine/core'
import { nameOf } from '../../people/people.ts'
import { usePresence } from './usePresence.ts'

const MOST_SHOWN = 3

export function Presence({ documentId, isGone }: { documentId: number; isGone: boolean }) {
  const people = usePresence(documentId, isGone)
  if (people.length === 0) return null
  const names = people.map((person) => nameOf(person) ?? 'Someone')
  const sentence = `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'has' : 'have'} this page open`
  return (
    <Avatar.Group role="img" aria-label={sentence} title={sentence} spacing={8}>
      {people.slice(0, MOST_SHOWN).map((person, at) => (
        <Avatar key={person.id} size={28} name={names[at]!} color="ink" alt="" />
      ))}
      {people.length > MOST_SHOWN && <Avatar size={28}>+{people.length - MOST_SHOWN}</Avatar>}
    </Avatar.Group>
  )
}
