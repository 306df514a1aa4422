// Queries and mutations of comments.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ThreadOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { refreshInbox } from '../inbox/queries.ts'
import { failed } from '../ui/notify.ts'

export type CommentThread = ThreadOut
export type ThreadComment = CommentThread['comments'][number]
/** A comment's text and the people mentioned in it. */
export type CommentText = { body: string; mentions: number[] }

export const useThreads = (documentId: number) =>
  useQuery({
    queryKey: keys.threads(documentId),
    queryFn: () => call('GET /api/docs/{doc_id}/threads', { path: { doc_id: documentId }, query: {} }),
  })

const refresh = (documentId: number) => () => {
  void refreshInbox()
  void queryClient.invalidateQueries({ queryKey: keys.proposal() })
  return queryClient.invalidateQueries({ queryKey: keys.threads(documentId) })
}

export const useBeginThread = (documentId: number) =>
  useMutation({
    mutationFn: (body: CommentText & { block_id: string; quote: string; change_to?: string }) =>
      call('POST /api/docs/{doc_id}/threads', { path: { doc_id: documentId }, body }),
    onSuccess: refresh(documentId),
    onError: failed("Couldn't add the comment"),
  })

export const useReply = (documentId: number) =>
  useMutation({
    mutationFn: ({ thread, ...body }: CommentText & { thread: number }) =>
      call('POST /api/threads/{thread_id}/comments', { path: { thread_id: thread }, body }),
    onSuccess: refresh(documentId),
    onError: failed("Couldn't send the reply"),
  })

export const useSetThread = (documentId: number) =>
  useMutation({
    mutationFn: ({ thread, state }: { thread: number; state: CommentThread['state'] }) =>
      call('PUT /api/threads/{thread_id}', { path: { thread_id: thread }, body: { state } }),
    onSuccess: refresh(documentId),
    onError: failed("Couldn't change the thread"),
  })

export const useEditComment = (documentId: number) =>
  useMutation({
    mutationFn: ({ comment, ...body }: CommentText & { comment: number }) =>
      call('PUT /api/comments/{comment_id}', { path: { comment_id: comment }, body }),
    onSuccess: refresh(documentId),
    onError: failed("Couldn't change the comment"),
  })

export const useDeleteComment = (documentId: number) =>
  useMutation({
    mutationFn: (comment: number) => call('DELETE /api/comments/{comment_id}', { path: { comment_id: comment } }),
    onSuccess: refresh(documentId),
    onError: failed("Couldn't delete the comment"),
  })
