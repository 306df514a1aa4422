// The API explorer: Swagger UI for /openapi.json, at /docs and FastAPI's other addresses. Its files are copied to dist/ at
// build time (scripts/prepare.cjs); assets/explorer.js starts it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { TAGS } from '#changes.ts'
import { noSuchAddress } from '#errors.ts'
import { AnyText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { html } from './html.ts'
import { iconLink } from './look.ts'
import type { Readers } from './readers.ts'
import type { PageContext } from './site.ts'
import { HTML, pageWith, plainPage, type SiteResponses } from './site-responses.ts'

const ADDRESSES = ['/docs', '/redoc', '/docs/oauth2-redirect'] as const
const FILES = join(import.meta.dirname, 'dist')
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Uses the static file plugin that diagram-files.ts registers. */
export function explorerRoutes(app: App, readers: Readers, responses: SiteResponses): void {
  for (const address of ADDRESSES)
    app.get(address, plainPage, (request, reply) => {
      const make = async () => renderExplorer(await readers.contextForAll(request))
      return responses.sendFile(request, reply, { path: '/docs', type: HTML, make, policy: POLICY }, [TAGS.site])
    })
  app.get('/read/assets/swagger-ui/:name', pageWith({ params: Type.Object({ name: AnyText }) }), (request, reply) => {
    const { name } = request.params
    if (!/^[\w-]+\.(?:js|css)$/.test(name) || !existsSync(join(FILES, name))) throw noSuchAddress()
    return reply.header('cache-control', 'no-cache').sendFile(name, FILES)
  })
}

function renderExplorer({ site }: PageContext): string {
  const { brand, assets } = site
  return html`<!doctype html>
<html lang="en"${brand.scheme !== 'auto' && html` data-theme="${brand.scheme}"`}>
<head>
<meta charset="utf-8">
<title>API explorer · ${brand.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<script src="${assets.theme}"></script>
<script src="${assets.explorerScript}"></script>
<link rel="stylesheet" href="/read/assets/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="${assets.explorerStyle}">
<script src="/read/assets/swagger-ui/swagger-ui-bundle.js" defer></script>
${iconLink(site.icon)}
</head>
<body>
<header><a href="/">${brand.name}</a> <strong>API explorer</strong> <a href="/panel/">Panel</a></header>
<div id="explorer"><p>The explorer needs JavaScript. The same description for programs: <a href="/openapi.json">openapi.json</a>.</p></div>
</body>
</html>
`.text
}
