// Creates a preview link of the draft.

import { Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client.ts'
import { formatExact } from '../../ui/Ago.tsx'
import { CopyDialog } from '../../ui/CopyDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'

type Props = { documentId: number; onClose: () => void }

export function PreviewLink({ documentId, onClose }: Props) {
  // A mutation, because it writes; a query would be repeated on focus and reconnect.
  const link = useMutation({
    mutationFn: () => call('POST /api/docs/{doc_id}/preview-link', { path: { doc_id: documentId } }),
  })
  const { mutate } = link
  useEffect(() => mutate(), [mutate])
  if (link.data)
    return (
      <CopyDialog title="Preview link" value={link.data.url} onClose={onClose}>
        Anyone with this link can read the draft until {formatExact(link.data.expires_at)}, without an account.
      </CopyDialog>
    )
  return (
    <Dialog title="Preview link" onClose={onClose}>
      {link.error ? <ErrorNote error={link.error} /> : <Loader type="dots" aria-label="Making the link" />}
    </Dialog>
  )
}
