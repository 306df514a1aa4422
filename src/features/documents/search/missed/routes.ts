// Searches without results, for editors.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { Id, Nullable, named, Omittable, pageFields, Timestamp } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { dismissMissed, listMissedSearches } from './missed.ts'
import { answerAsked } from './team.ts'

const tags = ['admin']
const config = { access: 'editor' } as const

const MissedSearchOut = named('MissedSearchOut', {
  words: Type.String({ description: 'The words as they are compared: without case and accents.' }),
  question: Nullable(Type.String({ description: 'As it was last asked, where it is a question without an answer.' })),
  searches: Type.Integer({ description: 'How often they were searched for, or a question like it was asked.' }),
  waiting: Type.Integer({ description: 'How many asked the team, and hear when it is answered.' }),
  nearest: Nullable(
    Type.Object(
      { id: Type.Integer(), title: Type.String() },
      {
        description:
          'The page that was found all the same, once it happened twice or was asked. Its owner hears of it.',
      },
    ),
  ),
  last_at: Timestamp,
})

export function missedRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/missed-searches', {
    config,
    schema: {
      tags,
      summary: 'List searches without results',
      querystring: Type.Object({ ...pageFields, entry: Omittable(Id) }),
      response: { 200: Type.Array(MissedSearchOut) },
    },
    handler: async (request) => listMissedSearches(deps, request.actor, request.query),
  })

  app.delete('/api/admin/missed-searches/:words', {
    config,
    schema: {
      tags,
      summary: 'Dismiss a search without results',
      params: Type.Object({ words: Type.String() }),
      response: { 204: Type.Null() },
    },
    handler: (request) => dismissMissed(deps, request.params.words),
  })

  app.post('/api/admin/missed-searches/:words/answer', {
    config,
    schema: {
      tags,
      summary: 'Answer a question with a page',
      description:
        'Whoever asked the team hears of the page, in their inbox and by mail; the question leaves the list.',
      params: Type.Object({ words: Type.String() }),
      body: Type.Object({ document_id: Id }),
      response: { 204: Type.Null() },
    },
    handler: (request) => answerAsked(deps, request.params.words, request.body.document_id),
  })
}
