// Queries and mutations of revisions.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { DocumentOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import type { RevisionListOut } from '../../api/types.ts'
import { failed, notify, notifyDone, undoable } from '../../ui/notify.ts'

const useRevision = (id: number, revision: number | undefined) =>
  useQuery({
    queryKey: keys.revision(id, revision ?? 0),
    queryFn: () =>
      call('GET /api/docs/{doc_id}/revisions/{revision_id}', { path: { doc_id: id, revision_id: revision! } }),
    enabled: revision !== undefined,
    // A saved revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The chosen revision (undefined: the published one), and the one to compare it with (`previous`). */
export function useRevisions(id: number, chosen: number | undefined) {
  const document = useQuery({
    queryKey: keys.document(id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: id } }),
  })
  const list = useQuery({
    queryKey: keys.revisions(id),
    queryFn: () => call('GET /api/docs/{doc_id}/revisions', { path: { doc_id: id }, query: { all: true } }),
  })
  const published = publishedOf(list.data)
  const at = list.data?.findIndex((item) => item.id === (chosen ?? published?.id)) ?? -1
  const isDraft = list.data?.[at]?.version === 0
  // A published text is compared with the previous published one, a draft with whatever preceded it.
  const before = list.data?.slice(at + 1).find(({ version }) => isDraft || version > 0)
  return { document, list, published, revision: useRevision(id, chosen), previous: useRevision(id, before?.id) }
}

/** The published text has the highest version. */
const publishedOf = (list: RevisionListOut[] | undefined) =>
  list?.reduce<RevisionListOut | undefined>((top, item) => (item.version > (top?.version ?? 0) ? item : top), undefined)

type RestoreOptions = { version?: number; publish?: boolean }

async function restoreRevision(id: number, revision: number, { version, publish = true }: RestoreOptions = {}) {
  const path = { doc_id: id, revision_id: revision }
  const saved: DocumentOut = await call('POST /api/docs/{doc_id}/revisions/{revision_id}/restore', {
    path,
    query: { publish },
    ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
  })
  queryClient.setQueryData(keys.document(id), saved)
  void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
  refreshDocuments()
  return saved
}

/** Restores what a restore replaced, unless the document has changed since. */
async function undoRestore(id: number, restored: number): Promise<void> {
  try {
    const revisions = await call('GET /api/docs/{doc_id}/revisions', { path: { doc_id: id } })
    const replaced = revisions.find(({ version }) => version < restored)
    if (!replaced) throw new Error('The version before it is no longer kept.')
    const undone = await restoreRevision(id, replaced.id, { version: restored })
    notifyDone(undone, 'Undone. The page says what it said before.')
  } catch (error) {
    failed("Couldn't undo the restore")(error)
  }
}

export const useRestoreRevision = (id: number, onRestored: () => void) =>
  useMutation({
    mutationFn: (revision: number) => restoreRevision(id, revision),
    onSuccess: (restored) => {
      onRestored()
      const { version, published } = restored
      const message = published ? 'Restored and published.' : 'Restored.'
      notifyDone(restored, () => undoable(message, `restored ${id} ${version}`, () => undoRestore(id, version)))
    },
  })

/** Doesn't affect the published text; the replaced draft stays a revision. */
export const useRestoreAsDraft = (id: number, onRestored: () => void) =>
  useMutation({
    mutationFn: (revision: number) => restoreRevision(id, revision, { publish: false }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.edited(id) })
      notify('Restored as a draft.')
      onRestored()
    },
    onError: failed("Couldn't restore the revision"),
  })

export async function deleteRevision(id: number, revision: number): Promise<void> {
  await call('DELETE /api/docs/{doc_id}/revisions/{revision_id}', { path: { doc_id: id, revision_id: revision } })
  queryClient.removeQueries({ queryKey: keys.revision(id, revision) })
  await queryClient.invalidateQueries({ queryKey: keys.revisions(id), exact: true })
  notify('Revision deleted permanently.')
}
