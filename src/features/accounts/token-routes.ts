// Endpoints of API tokens.

import { Type } from 'typebox'
import { PathId } from '#http/atoms.ts'
import { getOwner, requireProof } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { once } from '#http/requests/idempotency.ts'
import { ApiTokenCreate, ApiTokenCreated, ApiTokenOut, ApiTokenQuery } from './schemas.ts'
import { listApiTokens, makeApiToken, revokeApiToken, type TokenDeps } from './sessions/api-tokens.ts'

export function tokenRoutes(app: App, deps: TokenDeps): void {
  app.post('/api/tokens', {
    config: { access: 'reader', stepUp: true, idempotent: true },
    schema: {
      tags: ['auth'],
      summary: 'Create an API token',
      body: ApiTokenCreate,
      response: { 201: ApiTokenCreated },
    },
    handler: (request) => makeApiToken(once(request, deps), getOwner(request), request.body),
  })

  app.get('/api/tokens', {
    config: { access: 'reader', audited: true },
    schema: {
      tags: ['auth'],
      summary: 'List your API tokens',
      querystring: ApiTokenQuery,
      response: { 200: Type.Array(ApiTokenOut) },
    },
    handler: (request) => {
      const owner = getOwner(request)
      return listApiTokens(deps, owner, request.query.user_id, () => requireProof(owner, deps.clock.now()))
    },
  })

  app.delete('/api/tokens/:token_id', {
    config: { access: 'reader', bound: true, scopes: [] },
    schema: {
      tags: ['auth'],
      summary: 'Revoke an API token',
      description: 'An API token may revoke itself; for others it needs the scope `admin`.',
      params: Type.Object({ token_id: PathId('Id of the API token.') }),
      response: { 204: Type.Null() },
    },
    handler: async (request) => {
      const owner = getOwner(request)
      await revokeApiToken(deps, owner, request.params.token_id, () => requireProof(owner, deps.clock.now()))
    },
  })
}
