// Calls that a browser makes for another web origin: those of GALLEY_CORS_ORIGINS get their preflight answered and may read
// our answers. Nothing is added while the list is empty. Whether such a call is trusted is decided in trust.ts.

import type { FastifyInstance } from 'fastify'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, X-API-Key',
  'access-control-max-age': '600',
}
const READABLE =
  'ETag, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'

export function answerListedOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const listed = new Set(origins)

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !listed.has(origin.toLowerCase())) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', READABLE)
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
    if (isPreflight) return reply.code(204).headers(PREFLIGHT).send()
  })

  // On every answer, including those without an origin: a cache must not hand one origin's answer to another.
  app.addHook('onSend', async (_request, reply, payload) => {
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'origin' : `${vary}, origin`)
    return payload
  })
}
