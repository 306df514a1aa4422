// Unpublishes many documents, with Undo.

import { Text } from '@mantine/core'
import type { DocumentRow } from '../../api/documentLists.ts'
import { undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { act, countOf, nameOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

/** Changes visibility only, not the text. */
const published = (isPublished: boolean) => act('change', () => ({ published: isPublished }))

export function UnpublishMany({ documents, onDone, onClose }: ManyProps) {
  const done = (hidden: DocumentRow[]) => {
    const shown = hidden.filter((row) => row.published)
    undoable(
      `Unpublished ${countOf(shown)}.`,
      nameOf('unpublished', hidden),
      () => void undoForMany(shown, published(true)),
    )
    onDone(hidden)
  }
  return (
    <ForMany
      documents={documents}
      title={`Unpublish ${countOf(documents)}?`}
      action="Unpublish"
      act={published(false)}
      onDone={done}
      onClose={onClose}
    >
      <Text fz="sm">Only editors can see them until they are published again.</Text>
    </ForMany>
  )
}
