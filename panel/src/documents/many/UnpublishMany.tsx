// Taking many documents off the site at once; Undo puts them back as they were.

import { Text } from '@mantine/core'
import { call } from '../../api/client.ts'
import type { DocumentRow } from '../../api/documentLists.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { countOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

/** put changes who can see a document, not what it says: a draft stays a draft. */
const put = async (id: number, published: boolean) => {
  await call('PUT /api/admin/docs/{doc_id}', { path: { doc_id: id }, body: { published } })
  void queryClient.invalidateQueries({ queryKey: keys.document(id) })
}

export function UnpublishMany({ documents, onDone, onClose }: ManyProps) {
  const done = (hidden: DocumentRow[]) => {
    const shown = hidden.filter(({ published }) => published)
    undoable(
      `Unpublished ${countOf(hidden)}.`,
      `unpublished ${hidden.map(({ id }) => id)}`,
      () => void undoForMany(shown, ({ id }) => put(id, true)),
    )
    onDone(hidden)
  }
  return (
    <ForMany
      documents={documents}
      title={`Unpublish ${countOf(documents)}?`}
      action="Unpublish"
      act={({ id, published }) => (published ? put(id, false) : Promise.resolve())}
      onDone={done}
      onClose={onClose}
    >
      <Text fz="sm">Only editors can see them until they are published again.</Text>
    </ForMany>
  )
}
