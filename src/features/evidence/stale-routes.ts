// The list of blocks that need a review, and ways to resolve them.

import { Type } from 'typebox'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { EvidenceOut, ResolveIn, ResolveOut, StaleKeys, StalePage, StaleQuery } from './schemas.ts'
import { checkBlocks, listStale, redraftStale, resolveStale, type StaleDeps } from './stale.ts'

const config = { access: 'editor', bound: true } as const

export function staleRoutes(app: App, deps: StaleDeps): void {
  app.get('/api/admin/docs/stale', {
    config,
    schema: {
      tags: ['admin'],
      summary: 'List blocks whose sources changed or were deleted, or that are due for a check',
      querystring: StaleQuery,
      response: { 200: StalePage },
    },
    handler: async (request) => listStale(deps, request.actor, request.query),
  })

  app.post('/api/admin/docs/stale/resolve', {
    config,
    schema: {
      tags: ['admin'],
      summary: 'Keep blocks or accept new wordings, many at once',
      body: ResolveIn,
      response: { 200: ResolveOut },
    },
    handler: async (request) => resolveStale(deps, request.actor, request.body),
  })

  // Under /api/pipeline/, so that a token needs the pipeline's scope.
  app.post('/api/pipeline/docs/redraft-stale', {
    config,
    schema: {
      tags: ['pipeline'],
      summary: 'Redraft documents whose sources changed, one job per document',
      body: Type.Object({ keys: StaleKeys }),
      response: { 200: ResolveOut },
    },
    handler: async (request) => redraftStale(deps, request.actor, request.body.keys),
  })

  app.post('/api/docs/:doc_id/evidence/check', {
    config,
    schema: {
      tags: ['docs'],
      summary: 'Mark blocks as checked, or all of a document',
      params: Type.Object({ doc_id: PathId('The id of a document.') }),
      body: Type.Object({ block_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })) }),
      response: { 200: EvidenceOut },
    },
    handler: async (request) => checkBlocks(deps, request.actor, request.params.doc_id, request.body.block_ids),
  })
}
