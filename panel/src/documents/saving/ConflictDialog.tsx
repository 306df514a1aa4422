// Two people saved the same document: content and settings compared, and which of the other's changes stay in any case.

import { Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { CompareDialog } from '../../blocks/CompareDialog.tsx'
import { useCategories } from '../../categories/queries.ts'
import { pathsOf } from '../../categories/tree.ts'
import { nameOf, usePeople } from '../../people/people.ts'
import { formatAgo } from '../../ui/Ago.tsx'
import { versionName } from '../versionName.ts'
import type { EditedDocument } from './edited.ts'
import type { DocumentFields } from './form.ts'

const NAMES: Record<keyof DocumentFields | 'blocks', string> = {
  title: 'title',
  summary: 'summary',
  blocks: 'content',
  category_id: 'category',
  tags: 'tags',
  slug: 'slug',
  position: 'position',
  visibility: 'visibility',
  access: 'access list',
  published: 'publishing',
  lang: 'language',
}

type Props = {
  mine: DocumentFields & { blocks: Block[] }
  /** stays: what the other changed and I did not. */
  stays: (keyof DocumentFields | 'blocks')[]
  theirs: EditedDocument
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function ConflictDialog({ mine, stays, theirs, ...choice }: Props) {
  const settings = useSettings([...mine.access.users, ...theirs.access.users])
  const { saved, draft } = theirs
  const writer = draft ? nameOf(draft.author) : saved?.at === theirs.updated_at && nameOf(saved.by)
  return (
    <CompareDialog
      {...choice}
      title="Someone else saved this document"
      mine={{ ...mine, settings: settings(mine) }}
      theirs={{ ...theirs, settings: settings(theirs) }}
    >
      {draft ? 'The draft' : versionName(theirs, theirs.version)} was saved {formatAgo((draft ?? theirs).updated_at)}
      {writer && ` by ${writer}`}.
      {stays.length > 0 && (
        <Text span fz="sm" c="var(--mantine-color-text)">
          {' '}
          They also changed {stays.map((name) => NAMES[name]).join(', ')}, which you didn't. Those changes are kept.
        </Text>
      )}
      {!draft && ' If you overwrite it, their version stays in the revisions.'} If you keep the saved version, your
      changes are lost.
    </CompareDialog>
  )
}

/** useSettings returns how a document's settings read, by their names. */
function useSettings(ids: number[]) {
  const categories = useCategories()
  const people = usePeople([...new Set(ids)].sort((a, b) => a - b))
  const paths = new Map(pathsOf(categories.data ?? []).map(({ value, label }) => [value, label]))
  return ({
    category_id,
    tags,
    slug,
    position,
    visibility,
    access,
    published,
  }: Omit<DocumentFields, 'title' | 'summary'>) => ({
    Category: category_id === null ? 'none' : (paths.get(String(category_id)) ?? `category ${category_id}`),
    Tags: tags.join(', '),
    Slug: slug,
    Position: position === null ? 'by title' : String(position),
    Visibility: visibility,
    Published: published ? 'yes' : 'no',
    'Access list': [...access.roles, ...access.users.map((id) => people.get(id))].join(', '),
  })
}
