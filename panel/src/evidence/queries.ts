// What the panel reads and changes of evidence: the sources of a document, what needs a look, and the ways out.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { EvidenceBlockOut, StaleOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { counted } from '../counted.ts'
import { failed, notify } from '../ui/notify.ts'

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
    // Below keys.stale: whatever changes evidence makes both the list and the sources of documents stale.
    queryKey: [...keys.stale, 'document', documentId, version],
    // Its `blocks` are not those of a document, for which the generated types take every list of that name.
    queryFn: async () =>
      (await call('GET /api/docs/{doc_id}/evidence', { path: { doc_id: documentId } })) as unknown as {
        blocks: EvidenceBlockOut[]
      },
  })

export const refreshEvidence = () => void queryClient.invalidateQueries({ queryKey: keys.stale })

export async function removeSource(documentId: number, key: number): Promise<void> {
  await call('DELETE /api/docs/{doc_id}/evidence/{key}', { path: { doc_id: documentId, key } })
  refreshEvidence()
}

export const useShowSource = (documentId: number) =>
  useMutation({
    mutationFn: ({ key, isPublic }: { key: number; isPublic: boolean }) =>
      call('PUT /api/docs/{doc_id}/evidence/{key}/public', {
        path: { doc_id: documentId, key },
        body: { public: isPublic },
      }),
    onSuccess: refreshEvidence,
    onError: failed("Couldn't change who sees this source"),
  })

/** useCheckDocument marks all passages of a document as checked. */
export const useCheckDocument = (documentId: number) =>
  useMutation({
    mutationFn: () => call('POST /api/docs/{doc_id}/evidence/check', { path: { doc_id: documentId }, body: {} }),
    onSuccess: () => {
      notify('All passages marked as checked.')
      refreshEvidence()
    },
    onError: failed("Couldn't mark them as checked"),
  })

/** What became of them, in words; what can't be done by one click stays in the list. */
const DONE: Record<PassageWay, string> = { take: 'updated', keep: 'marked as checked', redraft: 'queued for drafting' }

/** A passage without a key is in the list for its age alone: no source of it has changed, so that only checking settles it. */
async function resolve({ way, items }: { way: PassageWay; items: Stale[] }): Promise<string> {
  const named = items.flatMap(({ key }) => (key === null ? [] : [key]))
  let done = 0
  if (way === 'keep') {
    for (const { document, block_id } of items.filter(({ key }) => key === null)) {
      await call('POST /api/docs/{doc_id}/evidence/check', {
        path: { doc_id: document.id },
        body: { block_ids: [block_id] },
      })
      done++
    }
  }
  if (named.length > 0) {
    const out =
      way === 'redraft'
        ? await call('POST /api/pipeline/docs/redraft-stale', { body: { keys: named } })
        : await call('POST /api/admin/docs/stale/resolve', { body: { keys: named, way } })
    done += out.resolved.length
  }
  const left = items.length - done
  const said = `${counted(done, 'passage')} ${DONE[way]}.`
  return left > 0 ? `${said} ${counted(left, 'passage')} couldn't be updated this way. Edit the text instead.` : said
}

export const useResolve = (onDone: () => void) =>
  useMutation({
    mutationFn: resolve,
    onSuccess: async (said) => {
      notify(said)
      onDone()
      await queryClient.invalidateQueries({ queryKey: keys.stale })
    },
    onError: failed("Couldn't update the passages"),
  })
