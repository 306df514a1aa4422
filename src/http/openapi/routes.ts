// Serves /openapi.json, built once.

import { hash } from 'node:crypto'
import type { App } from '../kernel.ts'

const hidden = { config: { access: 'open', uncounted: true }, schema: { hide: true } } as const

export function openapiRoutes(app: App, describe: () => object): void {
  let ready: { body: string; etag: string } | undefined
  const asText = () => {
    const body = JSON.stringify(describe())
    return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 16)}"` }
  }

  app.get('/openapi.json', hidden, async (request, reply) => {
    ready ??= asText()
    const { body, etag } = ready
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json').send(body)
  })
}
