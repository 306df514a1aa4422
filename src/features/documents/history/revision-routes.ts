// A document's revisions: reading, comparing and restoring them.

import { Type } from 'typebox'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { expectedVersion } from '#http/requests/preconditions.ts'
import { prepareJson, prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { SaveQuery } from '../draft-schemas.ts'
import { DocumentOut, RevisionDetailOut, RevisionOut } from '../schemas.ts'
import { type DocumentRouteDeps, docId, documentContent } from '../shared-routes.ts'
import { diffRevisions } from './diff.ts'
import { RevisionDiffOut } from './diff-schemas.ts'
import { getRevision, listRevisions, removeRevision, restoreIntoCopy, restoreRevision } from './revisions.ts'

const tags = ['docs']
const config = { access: 'editor' } as const
const revisionParams = Type.Object({ ...docId.properties, revision_id: PathId('The id of a revision.') })

export function historyRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/docs/:doc_id/revisions', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'List revisions, newest first',
      description: 'What was published before. With all=true also what is published now and what never was.',
      params: docId,
      querystring: Type.Object({ all: Type.Boolean({ default: false }) }),
      response: { 200: Type.Array(RevisionOut) },
    },
    handler: async (request, reply) => {
      const { params, query } = request
      const revisions = await listRevisions(deps, request.actor, params.doc_id, query.all ? 'all' : 'replaced')
      return sendResponse(request, reply, prepareJson(revisions))
    },
  })

  app.get('/api/docs/:doc_id/revisions/:revision_id', {
    config,
    schema: {
      tags,
      summary: 'Read a revision with its content',
      params: revisionParams,
      response: { 200: RevisionDetailOut },
    },
    handler: async (request) => getRevision(deps, request.actor, request.params.doc_id, request.params.revision_id),
  })

  app.get('/api/docs/:doc_id/revisions/:revision_id/diff', {
    config,
    schema: {
      tags,
      summary: 'Compare a revision with another',
      description:
        'What changed from this revision to another, or to the published text: blocks, words, links, styles and cells.',
      params: revisionParams,
      querystring: Type.Object({
        to: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Another revision; the published text if left out.' }),
        ),
      }),
      response: { 200: RevisionDiffOut },
    },
    handler: async ({ actor, params, query }) =>
      diffRevisions(deps, actor, params.doc_id, params.revision_id, query.to),
  })

  app.post('/api/docs/:doc_id/revisions/:revision_id/restore', {
    config: { ...config, takesVersion: true },
    schema: {
      tags,
      summary: 'Restore a revision',
      description: 'As what readers see; with publish=false into the working copy.',
      params: revisionParams,
      querystring: SaveQuery,
      response: { 200: DocumentOut },
    },
    handler: async (request, reply) => {
      const { doc_id, revision_id } = request.params
      const { publish, base_version: base } = request.query
      const expected = expectedVersion(request)
      const view = publish
        ? await restoreRevision(deps, request.actor, doc_id, revision_id, expected)
        : await restoreIntoCopy(deps, request.actor, doc_id, revision_id, { expected, base })
      return sendResponse(request, reply, prepareResponse(documentContent(view)))
    },
  })

  app.delete('/api/docs/:doc_id/revisions/:revision_id', {
    config: { access: 'admin' },
    schema: { tags, summary: 'Delete a revision permanently', params: revisionParams, response: { 204: Type.Null() } },
    handler: (request) => removeRevision(deps, request.actor, request.params.doc_id, request.params.revision_id),
  })
}
