// The page around an embed: a frame with a player or a foreign page, and no script. So our own pages keep their strict
// policy, as with diagrams (diagram-files.ts).

import { EMBED_RIGHTS, embedOf } from 'galley-blocks/embeds.ts'
import { attributes } from 'galley-blocks/html/inline.ts'
import { Type } from 'typebox'
import { noSuchAddress } from '#errors.ts'
import { AnyText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { HTML, pageWith } from './site-responses.ts'

const STYLE = 'html,body,iframe{margin:0;border:0;width:100%;height:100%;overflow:hidden}'

export function embedRoutes(app: App): void {
  const page = pageWith({ querystring: Type.Object({ url: AnyText }) })
  app.get('/read/assets/embed/index.html', page, (request, reply) => {
    const embed = embedOf(request.query.url)
    // Opened directly, it would show anyone's page under our name.
    if (!embed || request.headers['sec-fetch-dest'] !== 'iframe') throw noSuchAddress()
    const { origin } = new URL(embed.frame)
    const frame = attributes({ src: embed.frame + embed.play, title: embed.site, ...EMBED_RIGHTS })
    const policy = `default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'`
    return (
      reply
        .header('content-security-policy', policy)
        .header('x-frame-options', 'SAMEORIGIN')
        // Players refuse to work without a referrer.
        .header('referrer-policy', 'strict-origin')
        .header('cache-control', 'no-cache')
        .type(HTML)
        .send(
          `<!doctype html><meta charset="utf-8"><title>${embed.site}</title><style>${STYLE}</style><iframe${frame}></iframe>`,
        )
    )
  })
}
