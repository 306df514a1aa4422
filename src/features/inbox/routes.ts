// The inbox of whoever asks: what waits for them, marking it, and what they watch.

import { Type } from 'typebox'
import { PathId } from '#http/atoms.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import * as inbox from './inbox.ts'
import { InboxCount, InboxPage, InboxQuery, MarkIn, WatchState } from './schemas.ts'

const tags = ['admin']
const config = { access: 'reader', bound: true } as const
const entryKey = Type.Object({ key: Type.String({ description: 'The key of an entry.' }) })
const docId = Type.Object({ doc_id: PathId('The id of a document.') })
const categoryId = Type.Object({ category_id: PathId('The id of a category.') })

export function inboxRoutes(app: App, deps: inbox.InboxDeps): void {
  app.get('/api/admin/inbox', {
    config,
    schema: {
      tags,
      summary: 'List what waits for you',
      description:
        'Questions and actions assigned to you, mentions, drafts and failed jobs that you began, and for pages that you own or watch: comments, stale sources, checks that are due, new versions. Nothing of a document that you may not read.',
      querystring: InboxQuery,
      response: { 200: InboxPage },
    },
    handler: (request) => inbox.listInbox(deps, getOwner(request).actor, request.query),
  })

  app.get('/api/admin/inbox/count', {
    config,
    schema: { tags, summary: 'Count what waits for you', response: { 200: InboxCount } },
    handler: (request) => inbox.countInbox(deps, getOwner(request).actor),
  })

  app.put('/api/admin/inbox/:key', {
    config,
    schema: {
      tags,
      summary: 'Mark an entry as done, snoozed or open',
      params: entryKey,
      body: MarkIn,
      response: { 204: Type.Null() },
    },
    handler: (request) => inbox.markEntry(deps, getOwner(request).actor, request.params.key, request.body),
  })

  app.get('/api/docs/:doc_id/watch', {
    config,
    schema: { tags, summary: 'Read whether you watch a document', params: docId, response: { 200: WatchState } },
    handler: (request) => inbox.getWatch(deps, getOwner(request).actor, { document_id: request.params.doc_id }),
  })

  app.put('/api/docs/:doc_id/watch', {
    config,
    schema: {
      tags,
      summary: 'Set whether you watch or mute a document',
      params: docId,
      body: WatchState,
      response: { 200: WatchState },
    },
    handler: (request) =>
      inbox.setWatch(deps, getOwner(request).actor, { document_id: request.params.doc_id }, request.body),
  })

  app.get('/api/admin/categories/:category_id/watch', {
    config,
    schema: { tags, summary: 'Read whether you watch a category', params: categoryId, response: { 200: WatchState } },
    handler: (request) => inbox.getWatch(deps, getOwner(request).actor, { category_id: request.params.category_id }),
  })

  app.put('/api/admin/categories/:category_id/watch', {
    config,
    schema: {
      tags,
      summary: 'Set whether you watch or mute a category with all below it',
      params: categoryId,
      body: WatchState,
      response: { 200: WatchState },
    },
    handler: (request) =>
      inbox.setWatch(deps, getOwner(request).actor, { category_id: request.params.category_id }, request.body),
  })
}
