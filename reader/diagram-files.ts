// The diagram frame's files (diagram/): its page, and Mermaid in chunks. Sandboxed, because it runs scripts and sets styles:
// no origin, loads only its own files, framed only by us.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Type } from 'typebox'
import { noSuchAddress } from '#errors.ts'
import { AnyText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { pageWith, plainPage } from './site-responses.ts'

const BUILT = join(import.meta.dirname, '../diagram/dist')
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

export function diagramRoutes(app: App): void {
  app.register(fastifyStatic, { root: BUILT, serve: false, preCompressed: true, cacheControl: false })
  app.get('/read/assets/diagram/index.html', plainPage, (_request, reply) => {
    if (!existsSync(join(BUILT, 'index.html'))) throw noSuchAddress()
    return reply
      .header('content-security-policy', FRAME_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-cache')
      .sendFile('index.html')
  })
  const part = pageWith({ params: Type.Object({ name: AnyText }) })
  app.get('/read/assets/diagram/parts/:name', part, (request, reply) => {
    const { name } = request.params
    if (!/^[\w.-]+\.(?:js|css)$/.test(name) || !existsSync(join(BUILT, 'parts', name))) throw noSuchAddress()
    // A sandboxed page has no origin, so browsers treat its requests as cross-origin.
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`parts/${name}`)
  })
}
