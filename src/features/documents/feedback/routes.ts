// What readers said about a page, for editors. They say it on the site (reader/feedback-routes.ts).

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { getFeedback } from './feedback.ts'
import { FeedbackOut } from './schemas.ts'

export function feedbackRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.get('/api/docs/:doc_id/feedback', {
    config: { access: 'editor', bound: true },
    schema: {
      tags: ['docs'],
      summary: 'Read what readers said about a document',
      params: Type.Object({ doc_id: PathId('The id of a document.') }),
      response: { 200: FeedbackOut },
    },
    handler: async ({ actor, params }) => getFeedback(deps, actor, params.doc_id),
  })
}
