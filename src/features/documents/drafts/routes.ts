// The shared draft, which the API calls working copy: reading, publishing, scheduling, unpublishing. Documents are saved to it
// with publish=false (routes.ts, admin-routes.ts).

import { Type } from 'typebox'
import { baseOf } from '#http/base.ts'
import type { App } from '#http/kernel.ts'
import { expectedVersion } from '#http/requests/preconditions.ts'
import { prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { PreviewLinkIn, PreviewLinkOut, PublishIn, ScheduleIn, WorkingCopyOut } from '../draft-schemas.ts'
import { getWorkingCopy } from '../reading/drafts.ts'
import { DocumentOut } from '../schemas.ts'
import { type DocumentRouteDeps, docId, documentContent, withBlocks } from '../shared-routes.ts'
import { makePreviewLink, revokePreviewLinks } from './previews.ts'
import { discardDraft, publishDocument, schedulePublication, unpublishDocument } from './publish.ts'

const tags = ['docs']
const DEFAULT_HOURS = 72
const config = { access: 'editor', bound: true, takesVersion: true } as const

export function sharedDraftRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/docs/:doc_id/working-copy', {
    config: { access: 'editor', bound: true, etag: true },
    schema: { tags, summary: 'Get the working copy', params: docId, response: { 200: WorkingCopyOut } },
    handler: async (request, reply) => {
      const { head, blocks } = await getWorkingCopy(deps, request.actor, request.params.doc_id)
      const response = prepareResponse({ text: withBlocks(head, blocks), version: head.version })
      return sendResponse(request, reply, response)
    },
  })

  app.delete('/api/docs/:doc_id/working-copy', {
    config,
    schema: { tags, summary: 'Discard the working copy', params: docId, response: { 204: Type.Null() } },
    handler: (request) => discardDraft(deps, request.actor, request.params.doc_id, expectedVersion(request)),
  })

  app.post('/api/docs/:doc_id/publish', {
    config: { ...config, bodyOptional: true },
    schema: {
      tags,
      summary: 'Publish a document with its working copy',
      description:
        'What the document has come to say since the copy was begun stays, unless both changed the same block: then 409.',
      params: docId,
      body: PublishIn,
      response: { 200: DocumentOut },
    },
    handler: async (request, reply) => {
      const { draft_version: draft, revision_id: revision } = request.body ?? {}
      const seen = { expected: expectedVersion(request), draft, revision }
      const view = await publishDocument(deps, request.actor, request.params.doc_id, seen)
      return sendResponse(request, reply, prepareResponse(documentContent(view)))
    },
  })

  app.post('/api/docs/:doc_id/unpublish', {
    config,
    schema: { tags, summary: 'Unpublish a document', params: docId, response: { 200: DocumentOut } },
    handler: async (request, reply) => {
      const view = await unpublishDocument(deps, request.actor, request.params.doc_id, expectedVersion(request))
      return sendResponse(request, reply, prepareResponse(documentContent(view)))
    },
  })

  app.post('/api/docs/:doc_id/schedule', {
    config,
    schema: {
      tags,
      summary: 'Schedule publishing',
      description:
        'What its working copy says now, or the revision that is named, is published at that time. `at` null cancels it.',
      params: docId,
      body: ScheduleIn,
      response: { 200: DocumentOut },
    },
    handler: async (request, reply) => {
      const { at, draft_version: draft, revision_id: revision } = request.body
      const seen = { expected: expectedVersion(request), draft, revision }
      const view = await schedulePublication(deps, request.actor, request.params.doc_id, at, seen)
      return sendResponse(request, reply, prepareResponse(documentContent(view)))
    },
  })

  app.post('/api/docs/:doc_id/preview-link', {
    config: { access: 'editor', bound: true, bodyOptional: true },
    schema: {
      tags,
      summary: 'Create a preview link to the working copy',
      description: 'Whoever has the link reads the working copy, without an account, until it expires.',
      params: docId,
      body: PreviewLinkIn,
      response: { 201: PreviewLinkOut },
    },
    handler: async (request) => {
      const { hours = DEFAULT_HOURS, revision_id: revision } = request.body ?? {}
      const link = { hours, revision }
      const { path, expires_at } = await makePreviewLink(deps, request.actor, request.params.doc_id, link)
      return { url: baseOf(deps.config, request) + path, expires_at }
    },
  })

  app.delete('/api/docs/:doc_id/preview-link', {
    config: { access: 'editor', bound: true },
    schema: { tags, summary: 'Revoke all preview links', params: docId, response: { 204: Type.Null() } },
    handler: (request) => revokePreviewLinks(deps, request.actor, request.params.doc_id),
  })
}
