// Asking the documentation, under /api/ask.

import type { App } from '#http/kernel.ts'
import { type AskDeps, ask } from './ask.ts'
import { AskOut, AskQuery } from './schemas.ts'

export function askRoutes(app: App, deps: AskDeps): void {
  app.get('/api/ask', {
    config: { access: 'reader', bound: true },
    schema: {
      tags: ['docs'],
      summary: 'Ask the documentation',
      querystring: AskQuery,
      response: { 200: AskOut },
    },
    handler: (request) => ask(deps, request.actor, request.query),
  })
}
