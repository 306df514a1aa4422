// What the revisions page reads and changes: the list, the chosen version with the one before it, and the restore.

import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { notify } from '../../ui/notify.ts'

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

export const useRestoreRevision = (id: number, onRestored: () => void) =>
  useMutation({
    mutationFn: (revision: number) =>
      call('POST /api/docs/{doc_id}/revisions/{revision_id}/restore', { path: { doc_id: id, revision_id: revision } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(keys.document(id), saved)
      void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
      refreshDocuments()
      onRestored()
      notify('Restored. The replaced content is in the revisions.')
    },
  })
