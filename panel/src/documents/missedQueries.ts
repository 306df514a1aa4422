// Queries and mutations of missed searches: the list, dismissing, starting a draft.

import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { enqueue } from '../pipeline/queries.ts'
import { failed, notify } from '../ui/notify.ts'
import { createDraft } from './queries.ts'

export const MISSED_PAGE = 50
export type Missed = Awaited<ReturnType<typeof listMissed>>[number]

const listMissed = (page: number, entry?: number) =>
  call('GET /api/admin/missed-searches', {
    query: { limit: MISSED_PAGE, offset: (page - 1) * MISSED_PAGE, ...(entry !== undefined && { entry }) },
  })

/** `entry` limits it to the one linked from an inbox. */
export const useMissed = (page: number, entry?: number) =>
  useQuery({ queryKey: keys.missed(page, entry), queryFn: () => listMissed(page, entry) })

const dismiss = async (words: string): Promise<void> => {
  await call('DELETE /api/admin/missed-searches/{words}', { path: { words } })
  await queryClient.invalidateQueries({ queryKey: keys.missed() })
}

export const useDismissMissed = () =>
  useMutation({ mutationFn: dismiss, onError: failed("Couldn't dismiss the search") })

/** Starts a thread on the nearest page; the question stays listed until a page answers it. */
export const useAskOwner = () =>
  useMutation({
    mutationFn: (words: string) => call('POST /api/admin/missed-searches/{words}/owner', { path: { words } }),
    onSuccess: ({ owner }) => notify(`Asked ${owner} in a comment on the nearest page.`),
    onError: failed("Couldn't ask an owner"),
  })

export const useAnswerMissed = (onAnswered: () => void) =>
  useMutation({
    mutationFn: async ({ words, document_id }: { words: string; document_id: number }) => {
      await call('POST /api/admin/missed-searches/{words}/answer', { path: { words }, body: { document_id } })
      await queryClient.invalidateQueries({ queryKey: keys.missed() })
    },
    onSuccess: onAnswered,
    onError: failed("Couldn't answer the question"),
  })

/** Capitalises the words, which were counted without case. */
export const titleOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Creates a document about the words and queues it for drafting. */
export const useDraftMissed = (onMade: (documentId: number) => void) =>
  useMutation({
    mutationFn: async (words: string) => {
      const document = await createDraft({ title: titleOf(words) })
      // The document exists even if its job couldn't be queued.
      onMade(document.id)
      await enqueue({ document_id: document.id })
      return document
    },
    onSuccess: ({ title }) => notify(`Queued “${title}” for drafting.`),
    onError: failed("Couldn't generate a draft"),
  })
