// Statistics: the public dashboard, views of a document, and the state of the documentation for editors.

import { Type } from 'typebox'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { Nullable, named } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { asJson, sendResponse } from '#http/responses/response-cache.ts'
import { SECOND } from '#time.ts'
import { DashboardOut, DayViews } from '../schemas.ts'
import { type DocumentRouteDeps, docId } from '../shared-routes.ts'
import { dashboard, getOverview, viewsOf } from './dashboard.ts'

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
      // Counting views invalidates no tag, so this response also expires by the second.
      const stamp = String(Math.floor(clock.now() / SECOND))
      const key = `dashboard ${recent_limit} ${top_limit} ${top_days}`
      const make = asJson(() => dashboard(deps, { recent_limit, top_limit, top_days }), [TAGS.documents])
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
    handler: async (request) => viewsOf(deps, request.actor, request.params.doc_id, request.query.days),
  })
}

const OverviewOut = named('OverviewOut', {
  category: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() }, { description: 'Null: in none.' })),
  documents: Type.Integer({ description: 'Those in this very category, not in the ones below it.' }),
  checked: Type.Integer({ description: 'Those marked as checked or with sources, which still say the same.' }),
  stale: Type.Integer({ description: 'Those with a passage whose source has changed or is gone.' }),
  unowned: Type.Integer({ description: 'Those without an owner, by themselves or by a category.' }),
  helpful: Type.Integer({ description: 'How often readers said that one of them helped.' }),
  unhelpful: Type.Integer(),
})

export function overviewRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/docs/overview', {
    config: { access: 'editor' },
    schema: {
      tags: ['admin'],
      summary: 'Count what is checked, stale and unowned by category',
      response: { 200: Type.Array(OverviewOut) },
    },
    handler: async ({ actor }) => getOverview(deps, actor),
  })
}
