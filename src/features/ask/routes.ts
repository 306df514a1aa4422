// Endpoints of asking under /api/ask, and the usage of answers.

import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import type { CommentDeps } from '#features/comments/comments.ts'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { eventStreams } from '#http/responses/event-stream.ts'
import { type AskDeps, ask, askStreamed } from './ask.ts'
import { askOwner } from './owner.ts'
import { AnswerUseOut, AskOut, AskQuery } from './schemas.ts'
import { describeAnswers } from './writer.ts'

const config = { access: 'reader', bound: true } as const
const tags = ['docs']

export function askRoutes(app: App, deps: AskDeps & CommentDeps & Deps): void {
  app.get('/api/ask', {
    config,
    schema: { tags, summary: 'Ask the documentation', querystring: AskQuery, response: { 200: AskOut } },
    handler: (request) => ask(deps, request.actor, request.query),
  })

  const stream = eventStreams(app)
  app.post('/api/ask/stream', {
    config,
    schema: {
      tags,
      summary: 'Ask the documentation (server-sent events)',
      description:
        'Where a model writes (`GALLEY_ASK=model`): `{passages}` at once, then a `{sentence}` for each one that was checked, then `{done}` with everything, as `GET /api/ask` responds.',
      body: AskQuery,
      produces: ['text/event-stream'],
      response: { 200: Type.Unsafe<Readable | undefined>(Type.String()) },
    },
    handler: async (request, reply) => stream(request, reply, () => askStreamed(deps, request.actor, request.body)),
  })

  app.post('/api/admin/missed-searches/:words/owner', {
    config: { access: 'editor' },
    schema: {
      tags: ['admin'],
      summary: 'Ask the owner of the nearest page',
      description:
        'Begins a thread on the passage that is nearest to a question without an answer, and mentions the owner.',
      params: Type.Object({ words: Type.String() }),
      response: {
        201: Type.Object({ document_id: Type.Integer(), thread_id: Type.Integer(), owner: Type.String() }),
      },
    },
    handler: (request) => askOwner(deps, getOwner(request).actor, request.params.words),
  })

  app.get('/api/admin/ask', {
    config: { access: 'admin' },
    schema: { tags: ['admin'], summary: 'Read what answers of a model used', response: { 200: AnswerUseOut } },
    handler: () => describeAnswers(deps),
  })
}
