// Creating, changing, deleting and pinning documents, under both /api/docs and /api/admin/docs. They differ in paths, access
// and accepted ids.

import { Type } from 'typebox'
import type { App } from '#http/kernel.ts'
import { once } from '#http/requests/idempotency.ts'
import { expectedVersion } from '#http/requests/preconditions.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import { prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { PublishQuery, SaveQuery } from './draft-schemas.ts'
import { createDraft, updateDraft } from './editing/drafts.ts'
import { createDocument, setPinned, updateDocument } from './editing/service.ts'
import { deleteDocument } from './history/trash.ts'
import { DocumentCreate, DocumentOut, DocumentUpdate } from './schemas.ts'
import { type DocumentRouteDeps, type docId, documentContent } from './shared-routes.ts'
import { blockIssues } from './writing/prepare/prepare.ts'

type WritingRoutes = {
  paths: { all: string; one: string; pin: string; unpin: string }
  tags: string[]
  params: typeof docId
  /** A token bound to a category may write inside it. */
  config: { access: 'editor'; bound?: true }
  /** An update without a body changes nothing instead of being refused. */
  bodyOptional?: true
}

export function writingRoutes(app: App, deps: DocumentRouteDeps, routes: WritingRoutes): void {
  const { paths, tags, params, config, bodyOptional } = routes

  app.post(paths.all, {
    config: { ...config, idempotent: true, furtherIssues: blockIssues },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Create a document',
      querystring: PublishQuery,
      body: DocumentCreate,
      response: { 201: DocumentOut },
    },
    handler: async (request, reply) => {
      const create = request.query.publish ? createDocument : createDraft
      const created = documentContent(await create(once(request, deps), request.actor, request.body))
      return sendResponse(request, reply, prepareResponse(created))
    },
  })

  app.put(paths.one, {
    config: { ...config, ...(bodyOptional && { bodyOptional }), takesVersion: true, furtherIssues: blockIssues },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Change a document',
      params,
      querystring: SaveQuery,
      body: DocumentUpdate,
      response: { 200: DocumentOut },
    },
    handler: async (request, reply) => {
      const { doc_id } = request.params
      const { publish, base_version: base, version: document } = request.query
      const expected = expectedVersion(request)
      const view = publish
        ? await updateDocument(deps, request.actor, doc_id, request.body ?? {}, expected)
        : await updateDraft(deps, request.actor, doc_id, request.body ?? {}, { expected, document, base })
      return sendResponse(request, reply, prepareResponse(documentContent(view)))
    },
  })

  app.delete(paths.one, {
    config,
    schema: { tags, summary: 'Delete a document', params, response: { 204: Type.Null() } },
    handler: (request) => deleteDocument(deps, request.actor, request.params.doc_id),
  })

  for (const [path, summary, isPinned] of [
    [paths.pin, 'Pin a document', true],
    [paths.unpin, 'Unpin a document', false],
  ] as const)
    app.post(path, {
      config: { access: 'editor' },
      schema: { tags, summary, params, response: { 204: Type.Null() } },
      handler: (request) => setPinned(deps, request.actor, request.params.doc_id, isPinned),
    })
}
