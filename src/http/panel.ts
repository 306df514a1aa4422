// Serves the built panel under /panel/: hashed files are cached forever, every other address is the application's page. Its
// policy allows no inline script.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { GalleyError, noSuchAddress } from '#errors.ts'
import { AnyText } from './atoms.ts'
import type { App } from './kernel.ts'

const BUILT = join(import.meta.dirname, '../../panel/dist')

// The component library sets variables by inline styles; images in documents come from anywhere.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  'media-src https: http:',
  "font-src 'self'",
  "connect-src 'self'",
  // Diagrams (reader/diagram-files.ts).
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `dress` puts the site's name, icon and colours into the page. */
export function panelRoutes(app: App, dress: (page: string) => Promise<string>, folder = BUILT): void {
  app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  const page = async (reply: FastifyReply) => {
    if (!existsSync(join(folder, 'index.html')))
      throw new GalleyError(404, 'The panel is not built; run `npm run build --workspace panel`')
    const text = await dress(await readFile(join(folder, 'index.html'), 'utf8'))
    reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache')
    return reply.type('text/html; charset=utf-8').send(text as never)
  }
  const config = { access: 'open', uncounted: true } as const
  const schema = { hide: true, response: {} }

  app.get('/panel/', { config, schema }, (_request, reply) => page(reply))
  app.get('/panel/*', { config, schema: { ...schema, params: Type.Object({ '*': AnyText }) } }, (request, reply) => {
    const { '*': path } = request.params
    if (extname(path) === '') return page(reply)
    // Checked here, because the static plugin's 404 would be mistaken for a wrong method (405).
    if (!isBelow(folder, path) || !existsSync(join(folder, path))) throw noSuchAddress()
    const named = path.startsWith('assets/')
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
      .sendFile(path)
  })
}

const isBelow = (folder: string, path: string): boolean => join(folder, path).startsWith(folder + sep)
