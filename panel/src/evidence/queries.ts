// Queries and mutations of evidence.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { EvidenceBlockOut, ResolveOut, StaleOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { counted } from '../counted.ts'
import { failed, notify, notifyDone } from '../ui/notify.ts'

export const STALE_PAGE = 25
export type Stale = StaleOut
export type PassageReason = Stale['reason']
export type PassageWay = 'take' | 'keep' | 'redraft'

const listStale = (page: number, reason?: PassageReason) =>
  call('GET /api/admin/docs/stale', {
    query: { limit: STALE_PAGE, offset: (page - 1) * STALE_PAGE, ...(reason && { reason }) },
  })

export const useStale = (page: number, reason?: PassageReason) =>
  useQuery({ queryKey: [...keys.stale, page, reason ?? ''], queryFn: () => listStale(page, reason) })

export const useSources = (documentId: number, version: number) =>
  useQuery({
    // Below keys.stale, so that invalidating that includes documents' sources.
    queryKey: [...keys.stale, 'document', documentId, version],
    // The generated types take every list called `blocks` for a document's.
    queryFn: async () =>
      (await call('GET /api/docs/{doc_id}/evidence', { path: { doc_id: documentId } })) as unknown as {
        blocks: EvidenceBlockOut[]
      },
  })

export const refreshEvidence = () => void queryClient.invalidateQueries({ queryKey: keys.stale })

export async function removeSource(documentId: number, key: number): Promise<void> {
  notifyDone(
    await call('DELETE /api/docs/{doc_id}/evidence/{key}', { path: { doc_id: documentId, key } }),
    refreshEvidence,
  )
}

export const useShowSource = (documentId: number) =>
  useMutation({
    mutationFn: ({ key, isPublic }: { key: number; isPublic: boolean }) =>
      call('PUT /api/docs/{doc_id}/evidence/{key}/public', {
        path: { doc_id: documentId, key },
        body: { public: isPublic },
      }),
    onSuccess: (after) => notifyDone(after, refreshEvidence),
    onError: failed("Couldn't change who sees this source"),
  })

/** Marks all blocks as checked. */
export const useCheckDocument = (documentId: number) =>
  useMutation({
    mutationFn: () => call('POST /api/docs/{doc_id}/evidence/check', { path: { doc_id: documentId }, body: {} }),
    onSuccess: () => {
      notify('Marked as checked.')
      refreshEvidence()
    },
    onError: failed("Couldn't mark them as checked"),
  })

/** Results as texts; blocks that can't be resolved by a click stay in the list. */
const DONE: Record<PassageWay, string> = { take: 'updated', keep: 'marked as checked', redraft: 'queued for drafting' }

/** Why a block wasn't changed. */
const LEFT: Record<ResolveOut['skipped'][number]['reason'], string> = {
  not_stale: 'no longer needs a look',
  in_the_way: 'the document has changed, or has a job in progress',
  no_wording: "couldn't be updated this way, edit the text instead",
  edit_by_hand: "couldn't be updated this way, edit the text instead",
}

/** Without a key, a block is only due for a check: none of its sources has changed. */
async function resolve({ way, items }: { way: PassageWay; items: Stale[] }): Promise<string> {
  const [aged, sourced] = [items.filter(({ key }) => key === null), items.filter(({ key }) => key !== null)]
  let done = 0
  const left: string[] = []
  if (way !== 'keep') left.push(...aged.map(() => 'only due for a check, mark it as checked'))
  else
    for (const { document, block_id } of aged) {
      await call('POST /api/docs/{doc_id}/evidence/check', {
        path: { doc_id: document.id },
        body: block_id === '' ? {} : { block_ids: [block_id] },
      })
      done++
    }
  if (sourced.length > 0) {
    const keys = sourced.map(({ key }) => key!)
    const { resolved, skipped } =
      way === 'redraft'
        ? await call('POST /api/pipeline/docs/redraft-stale', { body: { keys } })
        : await call('POST /api/admin/docs/stale/resolve', { body: { keys, way } })
    done += resolved.length
    left.push(...skipped.map(({ reason }) => LEFT[reason]))
  }
  const stayed = [...Map.groupBy(left, (why) => why)].map(
    ([why, some]) => `${counted(some.length, 'passage')}: ${why}.`,
  )
  return [`${counted(done, 'passage')} ${DONE[way]}.`, ...stayed].join(' ')
}

export const useResolve = (onDone: () => void) =>
  useMutation({
    mutationFn: resolve,
    onSuccess: async (message) => {
      notify(message)
      onDone()
      await queryClient.invalidateQueries({ queryKey: keys.stale })
    },
    onError: failed("Couldn't update the passages"),
  })
