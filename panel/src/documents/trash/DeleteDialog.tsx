// Confirms deleting a document, with the trash's retention.

import { counted } from '../../counted.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useDeleteDocument, useTrashDays } from './trashQueries.ts'

type Props = { document: { id: number; title: string }; onClose: () => void; onDeleted?: () => unknown }

export function DeleteDialog({ document, onClose, onDeleted }: Props) {
  const days = useTrashDays()
  const remove = useDeleteDocument(days > 0)
  return (
    <Confirm
      title="Delete this document?"
      action="Delete"
      onClose={onClose}
      onConfirm={async () => {
        if (!(await remove.mutateAsync(document))) await onDeleted?.()
      }}
    >
      {days > 0
        ? `“${document.title}” moves to the trash and can be restored with its revisions for ${counted(days, 'day')}. Its jobs and view counts are deleted permanently.`
        : `“${document.title}” is deleted with its content, revisions and jobs. This can't be undone.`}
    </Confirm>
  )
}
