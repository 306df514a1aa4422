// The explorer at /docs, and at the other addresses that people and programs know from FastAPI.

import { TAGS } from '#changes.ts'
import type { App } from '#http/kernel.ts'
import type { Readers } from '../readers.ts'
import { HTML, plainPage, type SiteResponses } from '../site-responses.ts'
import type { Description } from './description.ts'
import { renderExplorer } from './page.ts'

const ADDRESSES = ['/docs', '/redoc', '/docs/oauth2-redirect'] as const

export function explorerRoutes(app: App, describe: () => object, readers: Readers, responses: SiteResponses): void {
  for (const address of ADDRESSES)
    app.get(address, plainPage, (request, reply) => {
      const make = async () => renderExplorer(await readers.contextForAll(request), describe() as Description)
      return responses.sendFile(request, reply, { path: '/docs', type: HTML, make }, [TAGS.brand])
    })
}
