// Feedback on a page, for editors. Readers send it on the site (reader/feedback-routes.ts).

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { named, PathId, Timestamp } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { getFeedback } from './feedback.ts'

const Section = Type.String({ description: 'The heading of the part that it is about; empty for all of the page.' })

const FeedbackOut = named('FeedbackOut', {
  yes: Type.Integer({ description: 'How many readers said that the page helped.' }),
  no: Type.Integer(),
  sections: Type.Array(Type.Object({ section: Section, yes: Type.Integer(), no: Type.Integer() })),
  said: Type.Array(
    Type.Object({
      id: Type.Integer(),
      section: Section,
      helpful: Type.Boolean(),
      text: Type.String(),
      created_at: Timestamp,
    }),
    { description: 'What they wrote, the newest first.' },
  ),
})

export function feedbackRoutes(app: App, deps: Deps): void {
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
