// Queries and mutations of the inbox.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { InboxEntryOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { failed, notify } from '../ui/notify.ts'

export const INBOX_PAGE = 50
export type InboxState = 'open' | 'snoozed' | 'done'
export type InboxEntry = InboxEntryOut

/** Readers have no event stream, so their inbox is polled. */
const ASK_AGAIN = 60_000

export const useInboxCount = () =>
  useQuery({
    queryKey: keys.inbox('count'),
    queryFn: async () => (await call('GET /api/admin/inbox/count')).open,
    refetchInterval: ASK_AGAIN,
  })

export const useInbox = (state: InboxState, page: number) =>
  useQuery({
    queryKey: keys.inbox(state, page),
    queryFn: () =>
      call('GET /api/admin/inbox', { query: { state, limit: INBOX_PAGE, offset: (page - 1) * INBOX_PAGE } }),
    placeholderData: (before) => before,
  })

export const refreshInbox = () => queryClient.invalidateQueries({ queryKey: keys.inbox() })

type MarkedEntry = { entry: InboxEntry; mark: InboxState; until?: string }

export const useMark = () =>
  useMutation({
    mutationFn: ({ entry, mark, until }: MarkedEntry) =>
      call('PUT /api/admin/inbox/{key}', { path: { key: entry.key }, body: { mark, ...(until && { until }) } }),
    onSuccess: refreshInbox,
    onError: failed("Couldn't change the entry"),
  })

export const useAnswerEntry = () =>
  useMutation({
    mutationFn: ({ entry, answer }: { entry: InboxEntry; answer: string }) =>
      call('POST /api/pipeline/docs/iterations/{iteration_id}/questions/{question_id}/answer', {
        path: { iteration_id: entry.iteration_id!, question_id: Number(entry.key.split(':')[1]) },
        body: { answer },
      }),
    onSuccess: () => {
      notify('Answered. The next draft will use it.')
      return refreshInbox()
    },
    onError: failed("Couldn't send the answer"),
  })
