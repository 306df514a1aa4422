// Publishing many documents at once, such as those of an import; Undo unpublishes those that nobody could read before.

import { Text } from '@mantine/core'
import { call } from '../../api/client.ts'
import type { DocumentRow } from '../../api/documentLists.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { notify, undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { countOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const change = async (what: 'publish' | 'unpublish', { id }: DocumentRow) => {
  await call(`POST /api/docs/{doc_id}/${what}`, { path: { doc_id: id } })
  void queryClient.invalidateQueries({ queryKey: keys.document(id) })
}

export function PublishMany({ documents, onDone, onClose }: ManyProps) {
  const done = (published: DocumentRow[]) => {
    const message = `Published ${countOf(published)}.`
    const first = published.filter((row) => !row.published)
    // What readers saw before can be brought back from its revisions only, one by one.
    if (first.length === published.length)
      undoable(message, `published ${first.map(({ id }) => id)}`, () =>
        undoForMany(first, (row) => change('unpublish', row)),
      )
    else notify(message)
    onDone(published)
  }
  return (
    <ForMany
      documents={documents}
      title={`Publish ${countOf(documents)}?`}
      action="Publish"
      act={(row) => change('publish', row)}
      onDone={done}
      onClose={onClose}
    >
      <Text fz="sm">Their drafts become what readers see. Who can read each document stays as it is.</Text>
    </ForMany>
  )
}
