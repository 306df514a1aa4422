// The MCP endpoint /mcp and its OAuth metadata (RFC 9728). The gate checks Host, Origin, token and rate limit as everywhere;
// which tool a caller may use is decided here by the rules for routes. Protocol errors, 400 included, are the SDK's.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SCOPES } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, unauthenticated } from '#errors.ts'
import { readBrand } from '#features/brand/brand.ts'
import { FreeForm } from '#http/atoms.ts'
import { baseOf } from '#http/base.ts'
import { admit, withinLimits } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import { noteRefusal } from '#http/responses/errors.ts'
import { draftingTools } from './drafting-tools.ts'
import { type ReadingDeps, readingTools } from './reading-tools.ts'
import { loadHandler, type ToolCaller } from './server.ts'
import { writingTools } from './writing-tools.ts'

const METADATA = '/.well-known/oauth-protected-resource'
/** Where the newest protocol version names the client; older ones do so when they open a session, which we don't keep. */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const LONGEST_NAME = 80

const ResourceMetadata = Type.Object({
  resource: Type.String(),
  resource_name: Type.String(),
  bearer_methods_supported: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  resource_documentation: Type.String(),
})

type McpDeps = ReadingDeps & Deps

export function mcpRoutes(app: App, deps: McpDeps): void {
  if (deps.config.mcp === 'off') return
  let handler: ReturnType<typeof loadHandler> | undefined
  nameMetadata(app, deps)

  app.post('/mcp', {
    config: {
      access: deps.config.mcp === 'token' ? 'reader' : 'open',
      allowance: { bytes: CONTENT_BODY_LIMIT },
      bound: true,
      scopes: [],
    },
    schema: { hide: true, body: FreeForm },
    handler: async (request, reply) => {
      const { checked } = request.credential
      if (checked === 'expired' || checked === 'invalid')
        throw unauthenticated(checked === 'expired' ? 'Token expired' : 'Invalid token')
      handler ??= loadHandler(deps, [...readingTools(deps), ...writingTools(deps), ...draftingTools(deps)])
      const { name: title } = await readBrand(deps)
      const authInfo = { token: '', clientId: '', scopes: [], extra: { caller: callerOf(deps, request), title } }
      return reply.send(await (await handler).fetch(webRequest(request), { authInfo, parsedBody: request.body }))
    },
  })

  for (const path of [METADATA, `${METADATA}/mcp`] as const)
    app.get(path, {
      config: { access: 'open' },
      schema: {
        tags: ['auth'],
        summary: 'Get how clients authenticate at /mcp (RFC 9728)',
        description:
          'Tokens are API tokens, made in the panel or by `POST /api/tokens`; there is no authorization server.',
        response: { 200: ResourceMetadata },
      },
      handler: async (request) => ({
        resource: `${baseOf(deps.config, request)}/mcp`,
        resource_name: (await readBrand(deps)).name,
        bearer_methods_supported: ['header'],
        scopes_supported: SCOPES.filter((scope) => scope !== 'metrics'),
        resource_documentation: `${baseOf(deps.config, request)}/panel/settings`,
      }),
    })
}

/** Adds the metadata's address to every 401 of these routes. */
function nameMetadata(app: App, { config }: Pick<McpDeps, 'config'>): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401)
      reply.header('www-authenticate', `Bearer resource_metadata="${baseOf(config, request)}${METADATA}/mcp"`)
  })
}

/**
 * Checks for each tool what the gate checks for each route. A refused tool doesn't exist for the caller; the audit trail
 * records who called it.
 */
function callerOf({ config, clock }: McpDeps, request: FastifyRequest): ToolCaller {
  const { credential, origin } = request
  const client = clientOf(request)
  const base = baseOf(config, request)
  const called = calledIn(request)
  return {
    as: (tool) => {
      try {
        const actor = withinLimits(tool, credential.checked, admit(tool.access, credential, origin), clock.now())
        return { actor: { ...actor, address: origin.address, client }, client, base }
      } catch (error) {
        if (!(error instanceof GalleyError)) throw error
        if (error.status === 403 && tool.name !== undefined && tool.name === called)
          noteRefusal(request, error, `/mcp ${called}`)
        return undefined
      }
    },
  }
}

function calledIn({ body }: FastifyRequest): unknown {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } }
  return method === 'tools/call' ? params?.name : undefined
}

/** The client's own name, shortened, for the audit trail. */
function clientOf({ body, headers }: FastifyRequest): string {
  const { params } = body as { params?: { _meta?: Record<string, { name?: unknown; version?: unknown } | undefined> } }
  const info = params?._meta?.[CLIENT_INFO]
  const named = [info?.name, info?.version].filter((part) => typeof part === 'string').join(' ')
  return (named || headers['user-agent'] || 'unknown').replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_NAME)
}

/** The request as the SDK wants it: without the body, which is parsed already. */
function webRequest({ headers, url }: FastifyRequest): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !name.startsWith(':')) sent.set(name, value)
  return new Request(`http://localhost${url}`, { method: 'POST', headers: sent })
}
