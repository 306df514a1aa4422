// Two people saved the same document: what the other stored and what I wrote, as one comparison, and my choice.

import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import type { Block } from '../api/open.ts'
import type { DocumentOut } from '../api/schema.ts'
import { DiffView } from '../blocks/DiffView.tsx'
import { useCategories } from '../categories/queries.ts'
import { pathsOf } from '../categories/tree.ts'
import { sayAgo } from '../ui/Ago.tsx'
import { usePeople } from '../ui/people.ts'
import type { Fields } from './form.ts'

const NAMES: Record<keyof Fields | 'blocks', string> = {
  title: 'title',
  summary: 'summary',
  blocks: 'text',
  category_id: 'category',
  tags: 'tags',
  slug: 'address',
  position: 'position',
  visibility: 'who may read',
  access: 'who is let in',
}

type Props = {
  mine: Fields & { blocks: Block[] }
  /** stays: what the other changed and I did not. */
  stays: (keyof Fields | 'blocks')[]
  theirs: DocumentOut
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function ConflictDialog({ mine, stays, theirs, saving, onKeepMine, onTakeTheirs, onClose }: Props) {
  const settings = useSettings([...mine.access.users, ...theirs.access.users])
  return (
    <Modal opened onClose={onClose} size="xl" title="Someone else saved this document meanwhile">
      <Stack>
        <Text fz="sm" c="dimmed">
          Version {theirs.version} was stored {sayAgo(theirs.updated_at)}. Below, red is only in the stored version and
          green is only in yours. Whichever you choose, the other one stays among the revisions or on your screen.
        </Text>
        {stays.length > 0 && (
          <Text fz="sm">
            They also changed what you did not: {stays.map((name) => NAMES[name]).join(', ')}. That stays as it is
            stored.
          </Text>
        )}
        <ScrollArea.Autosize mah="50dvh" type="auto">
          <DiffView before={{ ...theirs, settings: settings(theirs) }} after={{ ...mine, settings: settings(mine) }} />
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take the stored one
          </Button>
          <Button loading={saving} onClick={onKeepMine}>
            Save mine over it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** useSettings returns how a document's settings read, by their names. */
function useSettings(ids: number[]) {
  const categories = useCategories()
  const people = usePeople([...new Set(ids)].sort((a, b) => a - b))
  const paths = new Map(pathsOf(categories.data ?? []).map(({ value, label }) => [value, label]))
  return ({ category_id, tags, slug, position, visibility, access }: Omit<Fields, 'title' | 'summary'>) => ({
    Category: category_id === null ? 'none' : (paths.get(String(category_id)) ?? `category ${category_id}`),
    Tags: tags.join(', '),
    Address: `/read/${slug}`,
    Position: position === null ? 'by title' : String(position),
    'Who may read': visibility,
    'Who is let in': [...access.roles, ...access.users.map((id) => people.get(id))].join(', '),
  })
}
