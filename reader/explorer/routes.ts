// The explorer at /docs, and at the other addresses that people and programs know from FastAPI.

import type { App } from '#http/kernel.ts'
import type { Readers } from '../readers.ts'
import { plainPage, type SiteResponses } from '../site-responses.ts'
import type { Description } from './description.ts'
import { explorerOf, renderExplorer } from './page.ts'

const ADDRESSES = ['/docs', '/redoc', '/docs/oauth2-redirect'] as const

export function explorerRoutes(app: App, describe: () => object, readers: Readers, responses: SiteResponses): void {
  let explorer: ReturnType<typeof explorerOf> | undefined
  const make = async (context: ReturnType<Readers['contextFor']>) => {
    explorer ??= explorerOf(describe() as Description)
    return { text: renderExplorer(await context, explorer), tags: [] }
  }
  for (const address of ADDRESSES)
    app.get(address, plainPage, async (request, reply) => {
      const response = await responses.cached(request, 'explorer', () => make(readers.contextFor(request, null)))
      return responses.send(request, reply, response)
    })
}
