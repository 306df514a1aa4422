// Two people saved the same document: its text and its settings compared, and what of the other's stays whatever I choose.

import { Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import type { DocumentOut } from '../api/schema.ts'
import { CompareDialog } from '../blocks/CompareDialog.tsx'
import { useCategories } from '../categories/queries.ts'
import { pathsOf } from '../categories/tree.ts'
import { sayAgo } from '../ui/Ago.tsx'
import { nameOf, usePeople } from '../ui/people.ts'
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

export function ConflictDialog({ mine, stays, theirs, ...choice }: Props) {
  const settings = useSettings([...mine.access.users, ...theirs.access.users])
  const { saved } = theirs
  const writer = saved?.at === theirs.updated_at && nameOf(saved.by)
  return (
    <CompareDialog
      {...choice}
      title="Someone else saved this document meanwhile"
      mine={{ ...mine, settings: settings(mine) }}
      theirs={{ ...theirs, settings: settings(theirs) }}
    >
      Version {theirs.version} was stored {sayAgo(theirs.updated_at)}
      {writer && ` by ${writer}`}.
      {stays.length > 0 && (
        <Text span fz="sm" c="var(--mantine-color-text)">
          {' '}
          They also changed what you did not: {stays.map((name) => NAMES[name]).join(', ')}. That stays as it is stored.
        </Text>
      )}{' '}
      Whichever you choose, the other one stays among the revisions or on your screen.
    </CompareDialog>
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
