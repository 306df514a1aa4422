// Publishes many documents; Undo unpublishes those that were unpublished before.

import { Text } from '@mantine/core'
import type { DocumentRow } from '../../api/documentLists.ts'
import { notify, undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { act, countOf, nameOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

export function PublishMany({ documents, onDone, onClose }: ManyProps) {
  const done = (published: DocumentRow[]) => {
    const message = `Published ${countOf(published)}.`
    const first = published.filter((row) => !row.published)
    // Formerly published texts can only be restored one by one, from their revisions.
    if (first.length === published.length)
      undoable(message, nameOf('published', first), () =>
        undoForMany(
          first,
          act('change', () => ({ published: false })),
        ),
      )
    else notify(message)
    onDone(published)
  }
  return (
    <ForMany
      documents={documents}
      title={`Publish ${countOf(documents)}?`}
      action="Publish"
      act={act('publish')}
      onDone={done}
      onClose={onClose}
    >
      <Text fz="sm">
        Their drafts become what readers see. Who can read each document stays as it is.
        {documents.some(({ published }) => published) &&
          " Some are published already: this can't be undone at once, but each has its earlier text among its revisions."}
      </Text>
    </ForMany>
  )
}
