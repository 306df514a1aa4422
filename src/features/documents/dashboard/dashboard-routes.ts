// Figures about documents: the dashboard that everyone may see, and how often one document was read.

import { Type } from 'typebox'
import { TAGS } from '#changes.ts'
import type { App } from '#http/kernel.ts'
import { asJson, sendResponse } from '#http/responses/response-cache.ts'
import { SECOND } from '#time.ts'
import { DashboardOut, DayViews } from '../schemas.ts'
import { type DocumentRouteDeps, docId } from '../shared-routes.ts'
import { dashboard, viewsOf } from './dashboard.ts'

const tags = ['docs']
const shortList = () => Type.Integer({ minimum: 1, maximum: 50, default: 5 })
const days = () => Type.Integer({ minimum: 1, maximum: 365, default: 30 })

export function dashboardRoutes(app: App, deps: DocumentRouteDeps): void {
  const { clock, responses } = deps

  app.get('/docs/dashboard', {
    config: { access: 'open', etag: true },
    schema: {
      tags,
      summary: 'Get totals, recent and most viewed public documents',
      querystring: Type.Object({ recent_limit: shortList(), top_limit: shortList(), top_days: days() }),
      response: { 200: DashboardOut },
    },
    handler: async (request, reply) => {
      const { recent_limit, top_limit, top_days } = request.query
      // Views are counted without touching a tag, so this response also ages by the second.
      const stamp = String(Math.floor(clock.now() / SECOND))
      const key = `dashboard ${recent_limit} ${top_limit} ${top_days}`
      const make = asJson(() => dashboard(deps, { recent_limit, top_limit, top_days }), [TAGS.content])
      return sendResponse(request, reply, responses.get(key, make, { stamp }))
    },
  })

  app.get('/api/docs/:doc_id/views', {
    config: { access: 'editor' },
    schema: {
      tags,
      summary: 'Count views of a document by day',
      params: docId,
      querystring: Type.Object({ days: days() }),
      response: { 200: Type.Array(DayViews) },
    },
    handler: async (request) => viewsOf(deps, request.params.doc_id, request.query.days),
  })
}
