// The list of public documents.

import { Type } from 'typebox'
import { VISITOR } from '#actor.ts'
import { TAGS } from '#changes.ts'
import { Page } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { asJson, sendResponse } from '#http/responses/response-cache.ts'
import { listPublicDocuments } from './reading/reading.ts'
import { DocumentListOut } from './schemas.ts'
import { type DocumentRouteDeps, responseFor } from './shared-routes.ts'

export function publicListRoutes(app: App, deps: Pick<DocumentRouteDeps, 'db' | 'responses' | 'variants'>): void {
  for (const path of ['/api/docs/', '/api/docs'] as const) {
    app.get(path, {
      config: { access: 'open', etag: true },
      schema: {
        tags: ['docs'],
        summary: 'List public documents',
        querystring: Page,
        response: { 200: Type.Array(DocumentListOut) },
      },
      handler: async (request, reply) => {
        const page = request.query
        const make = asJson(() => listPublicDocuments(deps, page), [TAGS.documents])
        const name = `list public ${page.limit} ${page.offset}`
        return sendResponse(request, reply, responseFor(deps, request, name, make, VISITOR))
      },
    })
  }
}
