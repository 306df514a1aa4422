// The conflict dialog of a document, with readable settings.

import { useCategories } from '../../categories/queries.ts'
import { pathsOf } from '../../categories/tree.ts'
import { nameOf, useGroups, usePeople } from '../../people/people.ts'
import { ConflictDialog } from '../../saving/ConflictDialog.tsx'
import type { Clash, ConflictChoice } from '../../saving/merge.ts'
import { formatAgo } from '../../ui/Ago.tsx'
import type { EditedDocument } from './edited.ts'
import type { DocumentFields } from './fields.ts'

type Props = {
  document: EditedDocument
  clash: Clash<DocumentFields>
  onChoose: (choice: ConflictChoice) => Promise<unknown>
  onClose: () => void
}

export function DocumentConflict({ document, clash, onChoose, onClose }: Props) {
  const { access } = clash.theirs.fields
  const { own } = clash.mine
  const settingsOf = useSettings(
    [...access.users, ...(own.access?.users ?? [])],
    [...access.groups, ...(own.access?.groups ?? [])],
  )
  const { by, at } = document.typed
  return (
    <ConflictDialog title="Someone else changed the same text" {...{ clash, settingsOf, onChoose, onClose }}>
      {nameOf(by) ?? 'Someone else'} wrote here {formatAgo(at)}.
    </ConflictDialog>
  )
}

/** A document's settings as readable texts by name. */
function useSettings(ids: number[], groupIds: number[]) {
  const categories = useCategories()
  const groups = useGroups(groupIds)
  const people = usePeople([...new Set(ids)].sort((a, b) => a - b))
  const paths = new Map(pathsOf(categories.data ?? []).map(({ value, label }) => [value, label]))
  return ({ category_id, tags, slug, position, visibility, access, published, lang }: DocumentFields) => ({
    Category: category_id === null ? 'none' : (paths.get(String(category_id)) ?? `category ${category_id}`),
    Tags: tags.join(', '),
    Slug: slug,
    Position: position === null ? 'by title' : String(position),
    Language: lang ?? '',
    Visibility: visibility,
    Published: published ? 'yes' : 'no',
    'Access list': [
      ...access.roles,
      ...access.users.map((id) => people.get(id)),
      ...access.groups.map((id) => groups.get(id)),
    ].join(', '),
  })
}
