// The question before a document is deleted: where it goes, and for how long it can be brought back.

import { Confirm } from '../ui/Confirm.tsx'
import { useDeleteDocument } from './queries.ts'
import { useTrashDays } from './trashQueries.ts'

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
        await remove.mutateAsync(document)
        await onDeleted?.()
      }}
    >
      {days > 0
        ? `“${document.title}” goes to the trash and can be brought back with its revisions for ${days === 1 ? 'a day' : `${days} days`}. Its jobs and the count of its views go for good.`
        : `“${document.title}” goes with its text, its revisions and its jobs. This cannot be undone.`}
    </Confirm>
  )
}
