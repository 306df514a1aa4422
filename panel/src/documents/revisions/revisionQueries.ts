// What the revisions page reads and changes: the list, the chosen version with the one before it, and the restore.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { DocumentOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { failed, notify, undoable } from '../../ui/notify.ts'

const useRevision = (id: number, revision: number | undefined) =>
  useQuery({
    queryKey: keys.revision(id, revision ?? 0),
    queryFn: () =>
      call('GET /api/docs/{doc_id}/revisions/{revision_id}', { path: { doc_id: id, revision_id: revision! } }),
    enabled: revision !== undefined,
    // A saved revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** useRevisions reads the chosen version (undefined: the current one) and `previous`, which it replaced. */
export function useRevisions(id: number, chosen: number | undefined) {
  const document = useQuery({
    queryKey: keys.document(id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: id } }),
  })
  const list = useQuery({
    queryKey: keys.revisions(id),
    queryFn: () => call('GET /api/docs/{doc_id}/revisions', { path: { doc_id: id } }),
  })
  const before = list.data?.[chosen === undefined ? 0 : list.data.findIndex((item) => item.id === chosen) + 1]
  return { document, list, revision: useRevision(id, chosen), previous: useRevision(id, before?.id) }
}

async function restoreRevision(id: number, revision: number, version?: number): Promise<DocumentOut> {
  const path = { doc_id: id, revision_id: revision }
  const saved = await call('POST /api/docs/{doc_id}/revisions/{revision_id}/restore', {
    path,
    ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
  })
  queryClient.setQueryData(keys.document(id), saved)
  void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
  refreshDocuments()
  return saved
}

/** undoRestore brings back what a restore replaced, unless the document has changed since. */
async function undoRestore(id: number, restored: number): Promise<void> {
  try {
    const revisions = await call('GET /api/docs/{doc_id}/revisions', { path: { doc_id: id } })
    const replaced = revisions.find(({ version }) => version < restored)
    if (replaced) await restoreRevision(id, replaced.id, restored)
    notify('Undone. The page says what it said before.')
  } catch (error) {
    failed("Couldn't undo the restore")(error)
  }
}

export const useRestoreRevision = (id: number, onRestored: () => void) =>
  useMutation({
    mutationFn: (revision: number) => restoreRevision(id, revision),
    onSuccess: ({ version, published }) => {
      onRestored()
      const message = published ? 'Restored and published.' : 'Restored.'
      undoable(message, `restored ${id} ${version}`, () => undoRestore(id, version))
    },
  })
