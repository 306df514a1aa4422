// Which mails somebody gets, and the page behind the link that ends them (RFC 8058): mail programs post to it by themselves, people
// are asked first.

import { accentVariants } from 'galley-look/accent.ts'
import { Type } from 'typebox'
import { escapeHtml } from '#blocks/html/inline.ts'
import type { Deps } from '#deps.ts'
import { type Brand, readBrand } from '#features/brand/brand.ts'
import { AnyText } from '#http/atoms.ts'
import { BRIEF, getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { MailSettingsOut } from './schemas.ts'
import { checkWayOut, getMailSettings, setMailSettings, unsubscribe } from './settings.ts'

const tags = ['admin']
const config = { access: 'reader' } as const
const out = { params: Type.Object({ key: AnyText }), hide: true, response: { 200: Type.String() } } as const
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function mailRoutes(app: App, deps: Pick<Deps, 'db' | 'config'>): void {
  app.get('/api/admin/mail-settings', {
    config,
    schema: { tags, summary: 'Read which mails you get', response: { 200: MailSettingsOut } },
    handler: (request) => getMailSettings(deps, getOwner(request).actor),
  })

  app.put('/api/admin/mail-settings', {
    config,
    schema: { tags, summary: 'Set which mails you get', body: MailSettingsOut, response: { 200: MailSettingsOut } },
    handler: (request) => setMailSettings(deps, getOwner(request).actor, request.body),
  })

  app.get('/mail/unsubscribe/:key', {
    config: { access: 'open' },
    schema: out,
    handler: async ({ params }, reply) => {
      await checkWayOut(deps, params.key)
      const ask =
        '<p>You can still see everything in your inbox.</p><form method="post"><button>Stop all mails</button></form>'
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(await readBrand(deps), 'Stop mails?', ask))
    },
  })

  app.post('/mail/unsubscribe/:key', {
    config: { access: 'open', allowance: BRIEF, takesForm: true, bodyOptional: true },
    schema: out,
    handler: async ({ params }, reply) => {
      await unsubscribe(deps, params.key)
      const done = '<p>You get no more mails about your inbox. You can change this in the panel, under Settings.</p>'
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(await readBrand(deps), 'Mails stopped', done))
    },
  })
}

const page = ({ name, accent }: Brand, title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>:root{color-scheme:light dark}body{margin:12vh auto;max-width:26rem;padding:0 1.5rem;font:16px/1.5 system-ui,sans-serif}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:8px;background:${accentVariants(accent).light};color:#fff;font-weight:600}</style></head>
<body><main>
<h1>${title}</h1>
<p>${escapeHtml(name)}</p>
${body}
</main></body>
</html>
`
