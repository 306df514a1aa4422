// Avatars of others who have this document open, with their names as tooltips.

import { Avatar } from '@mantine/core'
import type { ResponseOf } from 'galley-client/client.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { nameOf } from '../../people/people.ts'
import type { EditedDocument } from '../saving/edited.ts'

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

/**
 * Reports every ten seconds that this editor is open; the response has the other people and tells of a newer text, which is
 * then refetched (saving/useEdit.ts merges it).
 */
type People = ResponseOf<'POST /api/docs/{doc_id}/presence'>['people']

const BEAT_MS = 10_000

function usePresence(id: number, isGone: boolean): People {
  const [people, setPeople] = useState<People>([])
  useEffect(() => {
    if (isGone) return
    const path = { doc_id: id }
    let isHere = true
    const beat = async () => {
      if (document.hidden) return
      // Without the service nobody else is shown; the next report tries again.
      const now = await call('POST /api/docs/{doc_id}/presence', { path }).catch(() => undefined)
      if (!isHere || !now) return
      setPeople(now.people)
      const opened = queryClient.getQueryData<EditedDocument>(keys.edited(id))?.stand
      const isNews = opened && (opened.revision !== now.revision || opened.version !== now.version)
      // Don't refetch because of one's own autosave in progress.
      if (isNews && queryClient.isMutating() === 0)
        void queryClient.invalidateQueries({ queryKey: keys.edited(id), exact: true })
    }
    const leave = () => void call('DELETE /api/docs/{doc_id}/presence', { path }).catch(() => {})
    const seen = () => (document.hidden ? leave() : void beat())
    void beat()
    const timer = setInterval(beat, BEAT_MS)
    document.addEventListener('visibilitychange', seen)
    return () => {
      isHere = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
      leave()
    }
  }, [id, isGone])
  return people
}
