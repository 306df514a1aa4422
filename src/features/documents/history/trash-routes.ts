// Deleted documents: listing, restoring, purging.

import { Type } from 'typebox'
import { Page, PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { prepareJson, prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { DocumentOut, TrashOut } from '../schemas.ts'
import { type DocumentRouteDeps, documentContent } from '../shared-routes.ts'
import { listTrash, purgeDeleted, restoreDeleted } from './trash.ts'

const tags = ['admin']
const config = { access: 'editor' } as const
const params = Type.Object({ doc_id: PathId('The id that the document had.') })

export function trashRoutes(app: App, deps: DocumentRouteDeps): void {
  app.get('/api/admin/docs/trash', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'List deleted documents, newest first',
      querystring: Page,
      response: { 200: Type.Array(TrashOut) },
    },
    handler: async (request, reply) =>
      sendResponse(request, reply, prepareJson(await listTrash(deps, request.actor, request.query))),
  })

  app.post('/api/admin/docs/trash/:doc_id/restore', {
    config,
    schema: { tags, summary: 'Restore a deleted document', params, response: { 201: DocumentOut } },
    handler: async (request, reply) => {
      const restored = documentContent(await restoreDeleted(deps, request.actor, request.params.doc_id))
      return sendResponse(request, reply, prepareResponse(restored))
    },
  })

  app.delete('/api/admin/docs/trash/:doc_id', {
    config: { access: 'admin' },
    schema: { tags, summary: 'Delete a document permanently', params, response: { 204: Type.Null() } },
    handler: (request) => purgeDeleted(deps, request.actor, request.params.doc_id),
  })
}
