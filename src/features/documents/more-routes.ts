// What we add to section 4.3 (revisions, restore, Markdown, views), and the dashboard.

import { Type } from 'typebox'
import { type Dress, freshAnswer, sendAnswer } from '../../http/answers.ts'
import { PathId } from '../../http/atoms.ts'
import type { App } from '../../http/kernel.ts'
import { expectedVersion } from '../../http/preconditions.ts'
import { SECOND } from '../../time.ts'
import { dashboard, viewsOf } from './dashboard.ts'
import { getMarkdown } from './reading.ts'
import { getRevision, listRevisions, restoreRevision } from './revisions.ts'
import { type DocumentRouteDeps, docId, documentMade } from './routes.ts'
import { DashboardOut, DayViews, DocumentOut, RevisionDetailOut, RevisionOut } from './schemas.ts'

const tags = ['docs']
const MARKDOWN: Dress = { type: 'text/markdown; charset=utf-8', cache: 'private, no-cache', vary: 'accept-encoding' }
const config = { access: 'editor' } as const
const revisionParams = Type.Object({ ...docId.properties, revision_id: PathId('The id of a revision.') })

const shortList = () => Type.Integer({ minimum: 1, maximum: 50, default: 5 })
const days = () => Type.Integer({ minimum: 1, maximum: 365, default: 30 })

export function moreDocumentRoutes(app: App, deps: DocumentRouteDeps): void {
  const { db, clock, answers } = deps

  app.get(
    '/docs/dashboard',
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: 'Totals, what is new and what is read most, of what everyone may read',
        querystring: Type.Object({ recent_limit: shortList(), top_limit: shortList(), top_days: days() }),
        response: { 200: DashboardOut },
      },
    },
    async (request, reply) => {
      const { recent_limit, top_limit, top_days } = request.query
      // Views are written without raising a counter, so this answer also ages by the second.
      const version = `${db.version('content')} ${Math.floor(clock.now() / SECOND)}`
      const answer = await answers.get(version, `dashboard ${recent_limit} ${top_limit} ${top_days}`, async () => ({
        text: JSON.stringify(await dashboard(deps, { recent_limit, top_limit, top_days })),
      }))
      return sendAnswer(request, reply, answer)
    },
  )

  app.get(
    '/api/docs/:doc_id/revisions',
    {
      config,
      schema: {
        tags,
        summary: 'What a document said before, newest first',
        params: docId,
        response: { 200: Type.Array(RevisionOut) },
      },
    },
    async (request, reply) => {
      const text = JSON.stringify(await listRevisions(deps, request.params.doc_id))
      return sendAnswer(request, reply, freshAnswer({ text }))
    },
  )

  app.get(
    '/api/docs/:doc_id/revisions/:revision_id',
    {
      config,
      schema: {
        tags,
        summary: 'One revision with its content',
        params: revisionParams,
        response: { 200: RevisionDetailOut },
      },
    },
    async (request) => getRevision(deps, request.params.doc_id, request.params.revision_id),
  )

  app.post(
    '/api/docs/:doc_id/revisions/:revision_id/restore',
    {
      config: { ...config, takesVersion: true },
      schema: {
        tags,
        summary: 'Bring back what a revision says',
        params: revisionParams,
        response: { 200: DocumentOut },
      },
    },
    async (request, reply) => {
      const { doc_id, revision_id } = request.params
      const view = await restoreRevision(deps, request.actor, doc_id, revision_id, expectedVersion(request))
      return sendAnswer(request, reply, freshAnswer(documentMade(view)))
    },
  )

  app.get(
    '/api/docs/:doc_id/markdown',
    {
      config: { access: 'guarded:any' },
      schema: { tags, summary: 'A document as Markdown', params: docId, produces: ['text/markdown'] },
    },
    async (request, reply) => {
      const text = await getMarkdown(deps, request.actor, request.params.doc_id)
      return sendAnswer(request, reply, freshAnswer({ text }), MARKDOWN)
    },
  )

  app.get(
    '/api/docs/:doc_id/views',
    {
      config,
      schema: {
        tags,
        summary: 'How often a document was read, day by day',
        params: docId,
        querystring: Type.Object({ days: days() }),
        response: { 200: Type.Array(DayViews) },
      },
    },
    async (request) => viewsOf(deps, request.params.doc_id, request.query.days),
  )
}
