// Readers' input from pages: feedback and suggested edits, both rate-limited by address.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Block } from 'galley-blocks/model.ts'
import { outlineOf } from 'galley-blocks/outline.ts'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { noSuchAddress } from '#errors.ts'
import { giveFeedback } from '#features/documents/feedback/feedback.ts'
import type { DocumentJobs } from '#features/documents/jobs.ts'
import { suggestEdit } from '#features/documents/proposals/suggest.ts'
import { markdownOf } from '#features/documents/reading/markdown.ts'
import { getDocument } from '#features/documents/reading/reading.ts'
import { closed, SlugText } from '#http/atoms.ts'
import type { Allowance } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { LONGEST_FEEDBACK, renderSuggest, renderThanks } from './pages/feedback.ts'
import type { Readers } from './readers.ts'
import { canSuggest } from './site.ts'
import { HTML, PAGE_POLICY, pageWith } from './site-responses.ts'

const NO_STORE = 'no-store'
const LONGEST_SUGGESTION = 100_000
const REASON_AND_NAMES = 10_000
const WAITING = { ofSender: 5, inAll: 200 } as const
/** A character may take three bytes in a form. */
const OF_FEEDBACK: Allowance = { bytes: 20_000, waiting: WAITING }
const OF_SUGGESTION: Allowance = { bytes: 3 * LONGEST_SUGGESTION + REASON_AND_NAMES, waiting: WAITING }
const BySlug = Type.Object({ slug: SlugText })

const formWith = <Body extends Parameters<typeof Type.Object>[0]>(allowance: Allowance, body: Body) =>
  ({
    config: { access: 'open', allowance, takesForm: true },
    schema: { hide: true, params: BySlug, body: Type.Object(body), response: {} },
  }) as const

type FeedbackDeps = Deps & { jobs: DocumentJobs }

/** Responses to one's own input must not be cached. */
const show = (reply: FastifyReply, page: string) =>
  reply.header('cache-control', NO_STORE).header('content-security-policy', PAGE_POLICY).type(HTML).send(page)

export function feedbackRoutes(app: App, deps: FeedbackDeps, readers: Readers): void {
  const pageOf = async (request: FastifyRequest, slug: string) => {
    const { head, blocks } = await getDocument(deps, request.actor, { slug, channel: 'site' })
    return { head, blocks, context: await readers.contextFor(request, head.category_id) }
  }

  app.post(
    '/read/:slug/feedback',
    formWith(OF_FEEDBACK, {
      helped: closed(['yes', 'no']),
      section: Type.Optional(Type.String({ maxLength: 300 })),
      text: Type.Optional(Type.String({ maxLength: LONGEST_FEEDBACK })),
    }),
    async (request, reply) => {
      if (deps.config.siteFeedback !== 'on') throw noSuchAddress()
      const { helped, section = '', text = '' } = request.body
      const { head, blocks, context } = await pageOf(request, request.params.slug)
      // Ignores unknown sections, so that made-up ones can't fill the table.
      const heading = outlineOf(JSON.parse(blocks) as Block[]).some((entry) => entry.text === section) ? section : ''
      const given = { helpful: helped === 'yes', section: heading, text }
      await giveFeedback(deps, request.actor, head.slug, given, WAITING)
      return show(reply, renderThanks(context, head, 'thanks'))
    },
  )

  app.get('/read/:slug/suggest', pageWith({ params: BySlug }), async (request, reply) => {
    const { head, blocks, context } = await pageOf(request, request.params.slug)
    if (!canSuggest(context)) throw noSuchAddress()
    return show(reply, renderSuggest(context, head, await markdownOf(deps, request.actor, blocks)))
  })

  app.post(
    '/read/:slug/suggest',
    formWith(OF_SUGGESTION, {
      markdown: Type.String({ minLength: 1, maxLength: LONGEST_SUGGESTION }),
      reason: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    async (request, reply) => {
      const { head, context } = await pageOf(request, request.params.slug)
      if (!canSuggest(context)) throw noSuchAddress()
      const { markdown, reason = '' } = request.body
      // Forms send CRLF.
      const given = { documentId: head.id, markdown: markdown.replaceAll('\r\n', '\n'), reason }
      const proposal = await suggestEdit(deps, request.actor, given, WAITING)
      return show(reply, renderThanks(context, head, proposal === undefined ? 'nothingChanged' : 'suggested'))
    },
  )
}
