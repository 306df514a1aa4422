// Search and suggestions under /api/docs. Suggestions are requested at every keystroke, so common ones are cached.

import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { App } from '#http/kernel.ts'
import { prepareUntagged, type ResponseContent, sendResponse } from '#http/responses/response-cache.ts'
import { CategoryFilter, DocumentListOut, DocumentSearchOut } from '../schemas.ts'
import { type DocumentRouteDeps, responseFor } from '../shared-routes.ts'
import { type SearchDeps, searchAsJson } from './search.ts'
import { suggest, suggestTitles } from './suggest.ts'

const tags = ['docs']
const q = Type.String({ minLength: 1, description: 'Any text; the last word counts as a prefix.' })
const SearchQuery = Type.Object({
  q,
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
  category_id: CategoryFilter,
})
const SuggestQuery = Type.Object({ q, limit: Type.Integer({ minimum: 1, maximum: 20, default: 8 }) })
/** Longer input is too rare to cache. */
const LONGEST_KEPT = 32

const asContent = async (
  suggested: Promise<{ items: unknown[]; tags: string[] }>,
  q: string,
): Promise<ResponseContent> => {
  const { items, tags } = await suggested
  return { text: JSON.stringify(items), tags, keep: q.length <= LONGEST_KEPT }
}

/** Names the words that were ignored because no document has them. */
export function reportDropped(reply: FastifyReply, dropped: string[]): void {
  if (dropped.length > 0) reply.header('x-search-dropped', dropped.map(encodeURIComponent).join(','))
}

export function searchRoutes(app: App, deps: DocumentRouteDeps & SearchDeps): void {
  app.get('/api/docs/search', {
    config: { access: 'reader', bound: true },
    schema: {
      tags,
      summary: 'Search documents',
      querystring: SearchQuery,
      sends: ['X-Search-Dropped'],
      response: { 200: Type.Array(DocumentListOut) },
    },
    handler: async (request, reply) => {
      const { q, limit, category_id: categoryId } = request.query
      const { text, dropped } = await searchAsJson(deps, request.actor, { q, limit, categoryId })
      reportDropped(reply, dropped)
      return sendResponse(request, reply, prepareUntagged(text))
    },
  })

  app.get('/api/docs/suggest/full', {
    config: { access: 'reader', bound: true, etag: true },
    schema: {
      tags,
      summary: 'Suggest documents while someone types',
      querystring: SuggestQuery,
      response: { 200: Type.Array(DocumentSearchOut) },
    },
    handler: async (request, reply) => {
      const { q, limit } = request.query
      const make = () => asContent(suggest(deps, request.actor, q, limit), q)
      const name = `suggest full ${limit} ${q}`
      return sendResponse(request, reply, responseFor(deps, request, name, make))
    },
  })

  app.get('/api/docs/suggest', {
    config: { access: 'reader', bound: true, etag: true },
    schema: {
      tags,
      summary: 'Suggest titles while someone types',
      querystring: SuggestQuery,
      response: { 200: Type.Array(Type.String()) },
    },
    handler: async (request, reply) => {
      const { q, limit } = request.query
      const make = () => asContent(suggestTitles(deps, request.actor, q, limit), q)
      const name = `suggest ${limit} ${q}`
      return sendResponse(request, reply, responseFor(deps, request, name, make))
    },
  })
}
