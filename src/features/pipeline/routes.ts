// The pipeline's endpoints: enqueue, status, history, answers, redraft, approval, and the draft's text.

import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { StatusOut } from '#features/documents/job-status-schemas.ts'
import { blockIssues } from '#features/documents/writing/prepare/prepare.ts'
import type { App } from '#http/kernel.ts'
import { once } from '#http/requests/idempotency.ts'
import { expectedMoment } from '#http/requests/preconditions.ts'
import { CONTENT_BODY_LIMIT } from '#http/requests/requests.ts'
import { eventStreams, readLastEventId } from '#http/responses/event-stream.ts'
import { prepareJson, sendResponse } from '#http/responses/response-cache.ts'
import {
  answerAction,
  answerQuestion,
  assignAction,
  assignQuestion,
  editDraft,
  listActions,
  resolveAction,
  setStatements,
} from './answers.ts'
import { approve, isApproved } from './approve.ts'
import { enqueue, enqueueMany } from './enqueue.ts'
import { followEvents, isOver, readEventId } from './follow.ts'
import { cancel, describeDrafter, getJob, getStatus, listBacklog, listEvents, listSources } from './jobs.ts'
import { redraft } from './redraft.ts'
import {
  ActionAnswerIn,
  ActionOut,
  ActionPath,
  ActionResolveIn,
  AnswerIn,
  ApproveOut,
  AssignIn,
  BacklogDocOut,
  BacklogQuery,
  BlockedOut,
  DrafterOut,
  DraftSetOut,
  DraftSetPayload,
  EnqueueIn,
  EnqueueManyIn,
  EnqueueManyOut,
  EnqueueOut,
  EventOut,
  IterationPath,
  JobDetailOut,
  JobPath,
  QuestionOut,
  QuestionPath,
  RedraftIn,
  RedraftOut,
  SourceOut,
  StatementOut,
  StatementsIn,
} from './schemas.ts'

const config = { access: 'guarded:editor' } as const
const keyed = { ...config, idempotent: true } as const
const tags = ['pipeline']

export function pipelineRoutes(app: App, deps: Pick<Deps, 'db' | 'clock' | 'sandbox' | 'config'>): void {
  app.post('/api/pipeline/docs/enqueue', {
    config: keyed,
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: { tags, summary: 'Queue a document for drafting', body: EnqueueIn, response: { 200: EnqueueOut } },
    handler: (request) => enqueue(once(request, deps), request.actor, request.body),
  })

  app.post('/api/pipeline/docs/enqueue_many', {
    config: keyed,
    schema: {
      tags,
      summary: 'Queue many documents for drafting, or the backlog of a category',
      body: EnqueueManyIn,
      response: { 200: EnqueueManyOut },
    },
    handler: (request) => enqueueMany(once(request, deps), request.actor, request.body),
  })

  app.get('/api/pipeline/docs/status/:job_id', {
    config,
    schema: { tags, summary: 'Read the status of a job', params: JobPath, response: { 200: StatusOut } },
    handler: (request) => getStatus(deps, request.actor, request.params.job_id),
  })

  app.get('/api/pipeline/docs/job/:job_id', {
    config,
    schema: { tags, summary: 'Read a job with its iterations', params: JobPath, response: { 200: JobDetailOut } },
    handler: (request) => getJob(deps, request.actor, request.params.job_id),
  })

  app.get('/api/pipeline/docs/job/:job_id/events', {
    config,
    schema: { tags, summary: 'List the history of a job', params: JobPath, response: { 200: Type.Array(EventOut) } },
    handler: (request) => listEvents(deps, request.actor, request.params.job_id),
  })

  const stream = eventStreams(app)
  app.get('/api/pipeline/docs/job/:job_id/events/stream', {
    config,
    schema: {
      tags,
      summary: 'Follow the history of a job (server-sent events)',
      description:
        'Continues after `Last-Event-ID`; ends with the job, and responds with 204 when there is nothing more to come. A stream ends after five minutes: connect again.',
      params: JobPath,
      produces: ['text/event-stream'],
      response: { 200: Type.Unsafe<Readable | undefined>(Type.String()), 204: Type.Unsafe<undefined>(Type.Null()) },
    },
    handler: async (request, reply) => {
      const { job_id } = request.params
      const after = readEventId(readLastEventId(request))
      if (await isOver(deps, request.actor, job_id, after)) return reply.code(204).send(undefined)
      return stream(request, reply, (signal) => followEvents(deps, job_id, after, signal))
    },
  })

  app.post('/api/pipeline/docs/job/:job_id/cancel', {
    config,
    schema: { tags, summary: 'Cancel a job', params: JobPath, response: { 200: StatusOut } },
    handler: (request) => cancel(deps, request.actor, request.params.job_id),
  })

  app.get('/api/pipeline/docs/drafter', {
    config,
    schema: { tags, summary: 'Read which drafter writes', response: { 200: DrafterOut } },
    handler: async () => describeDrafter(deps.config),
  })

  app.get('/api/pipeline/docs/backlog', {
    config: { ...config, etag: true },
    schema: {
      tags,
      summary: 'List documents waiting for a draft',
      querystring: BacklogQuery,
      response: { 200: Type.Array(BacklogDocOut) },
    },
    handler: async (request, reply) =>
      sendResponse(request, reply, prepareJson(await listBacklog(deps, request.actor, request.query.category_id))),
  })

  app.post('/api/pipeline/docs/iterations/:iteration_id/questions/:question_id/answer', {
    config: { access: 'guarded:reader' },
    schema: {
      tags,
      summary: 'Answer a question',
      description: 'Requires the editor role, or that the question is assigned to you.',
      params: QuestionPath,
      body: AnswerIn,
      response: { 200: QuestionOut },
    },
    handler: ({ actor, params, body }) =>
      answerQuestion(deps, actor, params.iteration_id, params.question_id, body.answer),
  })

  app.put('/api/pipeline/docs/iterations/:iteration_id/questions/:question_id/assignee', {
    config,
    schema: {
      tags,
      summary: 'Set who answers a question, and until when',
      description: 'Anyone who can read the document; they are mailed, and may answer without the editor role.',
      params: QuestionPath,
      body: AssignIn,
      response: { 200: QuestionOut },
    },
    handler: ({ actor, params, body }) => assignQuestion(deps, actor, params.iteration_id, params.question_id, body),
  })

  app.put('/api/pipeline/docs/iterations/:iteration_id/actions/:action_id/assignee', {
    config,
    schema: {
      tags,
      summary: 'Set which editor does an action, and until when',
      params: ActionPath,
      body: AssignIn,
      response: { 200: ActionOut },
    },
    handler: ({ actor, params, body }) => assignAction(deps, actor, params.iteration_id, params.action_id, body),
  })

  app.put('/api/pipeline/docs/iterations/:iteration_id/statements', {
    config,
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags,
      summary: 'Mark the statements that the next draft prints',
      params: IterationPath,
      body: StatementsIn,
      response: { 200: Type.Array(StatementOut) },
    },
    handler: ({ actor, params, body }) => setStatements(deps, actor, params.iteration_id, body),
  })

  app.get('/api/pipeline/docs/iterations/:iteration_id/sources', {
    config,
    schema: {
      tags,
      summary: 'Read the notes and the material that a draft was made from',
      description:
        'The notes of all iterations since the last approval, and the material; `extracted.ledger` says what became of them.',
      params: IterationPath,
      response: { 200: Type.Array(SourceOut) },
    },
    handler: (request) => listSources(deps, request.actor, request.params.iteration_id),
  })

  app.post('/api/pipeline/docs/iterations/:iteration_id/redraft', {
    config: { ...keyed, bodyOptional: true },
    schema: {
      tags,
      summary: 'Redraft an iteration',
      params: IterationPath,
      body: RedraftIn,
      response: { 200: RedraftOut },
    },
    handler: (request) => redraft(once(request, deps), request.actor, request.params.iteration_id, request.body ?? {}),
  })

  app.post('/api/pipeline/docs/iterations/:iteration_id/approve', {
    config: keyed,
    schema: {
      tags,
      summary: 'Approve an iteration: its draft is published',
      params: IterationPath,
      response: { 200: ApproveOut, 409: BlockedOut },
    },
    handler: (request) => approve(once(request, deps, isApproved), request.actor, request.params.iteration_id),
  })

  app.get('/api/pipeline/docs/iterations/:iteration_id/actions', {
    config,
    schema: {
      tags,
      summary: 'List the actions of an iteration',
      params: IterationPath,
      response: { 200: Type.Array(ActionOut) },
    },
    handler: (request) => listActions(deps, request.actor, request.params.iteration_id),
  })

  app.post('/api/pipeline/docs/iterations/:iteration_id/actions/:action_id/answer', {
    config,
    schema: {
      tags,
      summary: 'Answer an action',
      params: ActionPath,
      body: ActionAnswerIn,
      response: { 200: ActionOut },
    },
    handler: ({ actor, params, body }) => answerAction(deps, actor, params.iteration_id, params.action_id, body.answer),
  })

  app.post('/api/pipeline/docs/iterations/:iteration_id/actions/:action_id/resolve', {
    config: { ...config, bodyOptional: true },
    schema: {
      tags,
      summary: 'Resolve or reopen an action',
      params: ActionPath,
      body: ActionResolveIn,
      response: { 200: ActionOut },
    },
    handler: ({ actor, params, body }) =>
      resolveAction(deps, actor, params.iteration_id, params.action_id, body?.resolved ?? true),
  })
}

/** Separate, because the specification lists the draft among the documents. */
export function draftRoutes(app: App, deps: Pick<Deps, 'db' | 'clock' | 'sandbox' | 'config'>): void {
  app.put('/api/docs/iterations/:iteration_id/draft', {
    config: { ...config, takesVersion: 'moment', furtherIssues: blockIssues },
    bodyLimit: CONTENT_BODY_LIMIT,
    schema: {
      tags: ['docs'],
      summary: "Replace an iteration's draft",
      params: IterationPath,
      body: DraftSetPayload,
      response: { 200: DraftSetOut },
    },
    handler: async (request, reply) => {
      const { actor, params, body } = request
      const draft = await editDraft(deps, actor, params.iteration_id, body, expectedMoment(request))
      return reply.header('etag', `"${draft.updated_at}"`).send(draft)
    },
  })
}
