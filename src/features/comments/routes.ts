// Endpoints of comments, for editors: threads, replies, resolving.

import { Type } from 'typebox'
import { closed, PathId } from '#http/atoms.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import * as comments from './comments.ts'
import { CommentIn, THREAD_STATES, ThreadIn, ThreadOut, ThreadState } from './schemas.ts'

const tags = ['docs']
const config = { access: 'editor', bound: true } as const
const docId = Type.Object({ doc_id: PathId('The id of a document.') })
const threadId = Type.Object({ thread_id: PathId('The id of a thread.') })
const commentId = Type.Object({ comment_id: PathId('The id of a comment.') })

export function commentRoutes(app: App, deps: comments.SuggestingDeps): void {
  app.get('/api/docs/:doc_id/threads', {
    config,
    schema: {
      tags,
      summary: 'List the threads of a document',
      description: 'Each says where its words stand now, in the text that editors go on from or in what is published.',
      params: docId,
      querystring: Type.Object({
        state: Type.Optional(closed(THREAD_STATES)),
        of: closed(['edited', 'published'], { default: 'edited' }),
      }),
      response: { 200: Type.Array(ThreadOut) },
    },
    handler: async ({ actor, params, query }) => comments.listThreads(deps, actor, params.doc_id, query),
  })

  app.post('/api/docs/:doc_id/threads', {
    config,
    schema: { tags, summary: 'Comment on a block', params: docId, body: ThreadIn, response: { 201: ThreadOut } },
    handler: (request) => comments.beginThread(deps, getOwner(request).actor, request.params.doc_id, request.body),
  })

  app.post('/api/threads/:thread_id/comments', {
    config,
    schema: { tags, summary: 'Reply in a thread', params: threadId, body: CommentIn, response: { 201: ThreadOut } },
    handler: (request) => comments.reply(deps, getOwner(request).actor, request.params.thread_id, request.body),
  })

  app.put('/api/threads/:thread_id', {
    config,
    schema: {
      tags,
      summary: 'Resolve or reopen a thread',
      params: threadId,
      body: ThreadState,
      response: { 200: ThreadOut },
    },
    handler: (request) =>
      comments.setState(deps, getOwner(request).actor, request.params.thread_id, request.body.state),
  })

  app.put('/api/comments/:comment_id', {
    config,
    schema: { tags, summary: 'Change a comment', params: commentId, body: CommentIn, response: { 200: ThreadOut } },
    handler: (request) => comments.editComment(deps, getOwner(request).actor, request.params.comment_id, request.body),
  })

  app.delete('/api/comments/:comment_id', {
    config,
    schema: {
      tags,
      summary: 'Delete a comment',
      description: 'Its place in the thread stays; a thread in which nothing is said any more goes.',
      params: commentId,
      response: { 204: Type.Null() },
    },
    handler: (request) => comments.deleteComment(deps, getOwner(request).actor, request.params.comment_id),
  })
}
