// The sample site, for whoever starts with an empty one.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import type { App } from '#http/kernel.ts'
import { addSampleSite } from './sample.ts'

const SampleSiteOut = Type.Object(
  {
    category_id: Type.Integer({
      description: 'The category that holds all of it; delete it with its content to undo.',
    }),
    documents: Type.Integer(),
    categories: Type.Integer(),
  },
  { $id: 'SampleSiteOut' },
)

export function sampleRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/sample-site',
    {
      config: { access: 'editor' },
      schema: {
        tags: ['admin'],
        summary: "Fill an empty site with Galley's own documentation",
        description: 'One transaction: all of it is there, or nothing. 409 when there are documents.',
        response: { 201: SampleSiteOut },
      },
    },
    (request) => addSampleSite(deps, request.actor),
  )
}
