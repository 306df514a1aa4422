// Publishing many documents at once, such as those of an import; Undo unpublishes those that nobody could read before.

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
    // What readers saw before can be brought back from its revisions only, one by one.
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
