// The revisions of a document: what it said before, and bringing that back.

import { Type } from 'typebox'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { expectedVersion } from '#http/requests/preconditions.ts'
import { prepareJson, prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { DocumentOut, RevisionDetailOut, RevisionOut } from '../schemas.ts'
import { type DocumentRouteDeps, docId, documentContent } from '../shared-routes.ts'
import { getRevision, listRevisions, restoreRevision } from './revisions.ts'

const tags = ['docs']
const config = { access: 'editor' } as const
const revisionParams = Type.Object({ ...docId.properties, revision_id: PathId('The id of a revision.') })

export function historyRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/docs/:doc_id/revisions', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'List revisions, newest first',
      params: docId,
      response: { 200: Type.Array(RevisionOut) },
    },
    handler: async (request, reply) =>
      sendResponse(request, reply, prepareJson(await listRevisions(deps, request.params.doc_id))),
  })

  app.get('/api/docs/:doc_id/revisions/:revision_id', {
    config,
    schema: {
      tags,
      summary: 'Read a revision with its content',
      params: revisionParams,
      response: { 200: RevisionDetailOut },
    },
    handler: async (request) => getRevision(deps, request.params.doc_id, request.params.revision_id),
  })

  app.post('/api/docs/:doc_id/revisions/:revision_id/restore', {
    config: { ...config, takesVersion: true },
    schema: { tags, summary: 'Restore a revision', params: revisionParams, response: { 200: DocumentOut } },
    handler: async (request, reply) => {
      const { doc_id, revision_id } = request.params
      const view = await restoreRevision(deps, request.actor, doc_id, revision_id, expectedVersion(request))
      return sendResponse(request, reply, prepareResponse(documentContent(view)))
    },
  })
}
