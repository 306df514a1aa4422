// CORS: browsers may call the API for the web origins in GALLEY_CORS_ORIGINS, and for no other; without a list no response
// mentions origins at all. Whether such a call is trusted, and what its cookie is worth, is decided in trust.ts and access.ts.

import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** PREFLIGHT_ROUTE is the plugin's own route. It makes the router take preflights; it declares no path of ours. */
export const PREFLIGHT_ROUTE = '*'

/** allowListedOrigins must come before the gate: a browser shows its page a 401 or 429 only if CORS headers are on it. */
export function allowListedOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const listed = new Set(origins)
  app.register(cors, {
    // One origin or none, never `*`: browsers refuse `*` together with credentials, and so do we.
    origin: (origin, done) => done(null, origin !== undefined && listed.has(origin.toLowerCase()) ? origin : false),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Last-Event-ID', 'X-API-Key'],
    exposedHeaders: [
      'ETag',
      'Location',
      'Retry-After',
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ],
    maxAge: 600,
    // A listed origin's OPTIONS that is no preflight would get the plugin's 400, in its own shape.
    strictPreflight: false,
  })
}
