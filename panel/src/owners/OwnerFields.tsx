// The owner of a document or category, and watching it. Saved on selection.

import { NativeSelect, Stack } from '@mantine/core'
import type { WatchState } from 'galley-client/schema.ts'
import { PersonSelect } from '../people/PersonSelect.tsx'
import { nameOf } from '../people/people.ts'
import { type OwnedThing, useOwner, useSetOwner, useSetWatch, useWatch } from './queries.ts'

const WATCHES: { value: WatchState['state']; label: string }[] = [
  { value: 'none', label: 'What concerns me' },
  { value: 'watching', label: 'Every new version' },
  { value: 'muted', label: 'Only what I am asked by name' },
]

export function OwnerFields(thing: OwnedThing) {
  const { data: owner } = useOwner(thing)
  const { data: watch } = useWatch(thing)
  const set = useSetOwner(thing)
  const setWatch = useSetWatch(thing)
  if (!owner) return null
  // An inherited owner is shown; choosing someone overrides it.
  const isInherited = owner.category_id !== null && !(thing.of === 'category' && owner.category_id === thing.id)
  const ownId = isInherited ? null : (owner.owner?.id ?? null)
  return (
    <Stack gap="sm">
      <PersonSelect
        label="Owner"
        {...(!isInherited && {
          placeholder: `Who is the contact for ${thing.of === 'document' ? 'this page' : 'these pages'}?`,
        })}
        description={
          isInherited
            ? `From the category: ${nameOf(owner.owner) ?? ''}`
            : 'Hears of comments, questions and changed sources.'
        }
        value={ownId}
        onChange={(owner_id) => set.mutate({ owner_id })}
      />
      <NativeSelect
        label="Notify me of"
        data={WATCHES}
        value={watch?.state ?? 'none'}
        onChange={(event) => setWatch.mutate(event.currentTarget.value as WatchState['state'])}
      />
    </Stack>
  )
}
