// Serves the OpenAPI document at /openapi.json, made once, and the explorer at /docs with swagger-ui's files from this service
// alone. @fastify/swagger-ui brings the files; its own routes take the document from @fastify/swagger, which we do not use
// (openapi.ts says why).

import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from './kernel.ts'
import { type DocumentedRoute, openapiDocument } from './openapi.ts'

const ASSETS = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')
const SERVED = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
  'favicon-32x32.png',
]
// swagger-ui writes style attributes and draws its icons as data addresses; scripts come only from our own files.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley: explorer</title>
<link rel="icon" href="/docs/static/favicon-32x32.png">
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/swagger-ui-standalone-preset.js"></script>
<script src="/docs/static/explorer.js"></script>
</body>
</html>
`

const START = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: true,
  filter: true,
  oauth2RedirectUrl: location.origin + '/docs/oauth2-redirect',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'BaseLayout',
})
`

const hidden = { config: { access: 'open', uncounted: true }, schema: { hide: true } } as const

export function openapiRoutes(app: App, routes: DocumentedRoute[]): void {
  let ready: { body: string; etag: string } | undefined
  const describe = () => {
    if (!ready) {
      const body = JSON.stringify(openapiDocument(routes))
      ready = { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 16)}"` }
    }
    return ready
  }

  app.get('/openapi.json', hidden, async (request, reply) => {
    const { body, etag } = describe()
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json').send(body)
  })

  app.get('/docs', hidden, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  )
  app.get('/docs/static/explorer.js', hidden, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )

  app.register(fastifyStatic, { root: ASSETS, serve: false, decorateReply: true })
  for (const file of SERVED) {
    app.get(`/docs/static/${file}`, hidden, async (_request, reply) => {
      if (file.endsWith('.html')) reply.header('content-security-policy', POLICY)
      return reply.sendFile(file, { maxAge: '1d' })
    })
  }
  app.get('/docs/oauth2-redirect', hidden, async (_request, reply) =>
    reply.header('content-security-policy', POLICY).sendFile('oauth2-redirect.html'),
  )
}
