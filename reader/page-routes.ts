// The public site's pages: front page, documents, categories, search. Access is decided in services, by the same rules as the
// API's.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutBidiControls } from 'galley-blocks/html/inline.ts'
import { redirectPath } from 'galley-blocks/urls.ts'
import { type Static, Type } from 'typebox'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { type AskDeps, ask } from '#features/ask/ask.ts'
import { isSentence, looksLikeQuestion } from '#features/ask/question.ts'
import type { DocumentJobs } from '#features/documents/jobs.ts'
import { documentAddress } from '#features/documents/lists/addresses.ts'
import type { Articles } from '#features/documents/reading/article.ts'
import { findFront, findSlugAt, getFrontPage, listCategoryDocuments } from '#features/documents/reading/page.ts'
import { askTeam, mayAskTeam } from '#features/documents/search/missed/team.ts'
import { reportDropped } from '#features/documents/search/routes.ts'
import { type SearchDeps, searchDocuments } from '#features/documents/search/search.ts'
import { documentTags } from '#features/documents/tags.ts'
import type { ViewCounter } from '#features/documents/views/views.ts'
import { type EvidenceDeps, getPageEvidence } from '#features/evidence/reading.ts'
import { AnyText, closed, SlugText } from '#http/atoms.ts'
import { BRIEF } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { prepareJson, prepareResponse, sendResponse } from '#http/responses/response-cache.ts'
import { languageTag } from '#languages/tag.ts'
import { MINUTE } from '#time.ts'
import type { MarkdownPages } from './full-text.ts'
import { renderAnswer } from './pages/answer.ts'
import { renderDocument } from './pages/document.ts'
import { renderHome } from './pages/home.ts'
import { renderCategory } from './pages/listing.ts'
import { renderSearch } from './pages/search.ts'
import { branch } from './pages/sidebar.ts'
import { ancestorsIn, categoryNode, type Readers } from './readers.ts'
import { categoryPath, documentPath, MovedTo, searchPath, sectionPath } from './site.ts'
import {
  BY_READER,
  HTML,
  type PageOptions,
  PERSONAL,
  pageWith,
  plainPage,
  type SiteResponses,
  searchPage,
  shown,
  slugOf,
} from './site-responses.ts'
import { wordsFor } from './words.ts'

const PER_PAGE = 50
const MOST_FOUND = 30
export const LONGEST_QUERY = 200

const BySlug = Type.Object({ slug: SlugText })
const Paging = Type.Object({ page: Type.Optional(AnyText) })
const Query = Type.Object({ q: Type.Optional(AnyText), lang: Type.Optional(AnyText) })
/** `asked`: the question was just submitted to the team. */
const SearchQuery = Type.Object({ ...Query.properties, asked: Type.Optional(AnyText) })
/** `write`: wait for the model's answer. */
const AskQuery = Type.Object({ ...Query.properties, write: Type.Optional(AnyText) })

type PageDeps = Deps & {
  views: ViewCounter
  jobs: DocumentJobs
} & Pick<EvidenceDeps, 'readableBy'>

/** Handles an address without a route; undefined if this reader can't see anything there. */
export type ShowAt = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

export function pageRoutes(
  app: App,
  deps: PageDeps,
  readers: Readers,
  responses: SiteResponses,
  { markdown, articles }: { markdown: MarkdownPages; articles: Articles },
): ShowAt {
  const { clock, views } = deps

  const counting: PageOptions = { onSend: ({ viewed }) => viewed > 0 && views.count(viewed) }

  /** A document's page, only at its own address: other addresses redirect. */
  const makeDocument = async (request: FastifyRequest, slug: string, at = documentPath(slug)) => {
    const article = await articles.articleFor(await readers.variantOf(request), slug)
    const { id, version, category_id, grounded } = article
    const context = await readers.contextFor(request, category_id)
    const way = ancestorsIn(context.outline)
    const path = documentAddress(
      await readers.brand(),
      way.map(({ slug }) => slug),
      article,
      way.at(-1)?.index?.id === id,
    )
    if (path !== at) throw new MovedTo(path)
    const { tags: passed, ...neighbours } = await readers.neighboursOf(request, article)
    const around = { path: way, ...neighbours }
    const evidence = grounded ? await getPageEvidence(deps, request.actor, id) : { notes: [], tags: [] }
    const text = renderDocument(context, article, around, evidence, path)
    // Neighbours depend on the levels that were searched, the sidebar on the outline's lists.
    const listing = [...passed, ...context.outline.tags]
    const tags = [...documentTags(id), ...listing, ...evidence.tags]
    return { text, tags, version, viewed: id }
  }

  app.get('/', plainPage, async (request, reply) => {
    // Popular pages change without a change of content, so the front page expires every minute.
    const minute = () => ` ${Math.floor(clock.now() / MINUTE)}`
    const make = async () => {
      const home = await findFront(deps, request.actor, { id: (await readers.brand()).homeId })
      if (home !== undefined) return makeDocument(request, home, '/')
      const front = await getFrontPage(deps, request.actor, await readers.mostReadFor(request))
      const [context, totals] = [await readers.contextFor(request, null), await readers.totalsFor(request)]
      return { text: renderHome(context, front, totals), tags: [TAGS.documents] }
    }
    const response = await responses.cached(request, 'home', make, { stampNow: minute })
    return responses.send(request, reply, response, counting)
  })

  app.get(
    '/read/:slug',
    pageWith({ params: BySlug, ...shown('Read a document on the public site') }),
    async (request, reply) => {
      const slug = slugOf(request)
      const response = await responses.cached(request, `document ${slug}`, () => makeDocument(request, slug))
      return responses.send(request, reply, response, counting)
    },
  )

  /** For addresses by the tree and of an old site; undefined if this reader can't see anything there. */
  const showAt: ShowAt = async (request, reply) => {
    const [asked = ''] = request.url.split('?', 1)
    const path = redirectPath(asked)
    const { addresses, basePath } = await readers.brand()
    if (addresses === 'flat' || path.includes('\0')) return undefined
    if (path === basePath) throw new MovedTo('/')
    const response = await responses.cached(request, `address ${asked}`, async () => {
      const slug = await findSlugAt(deps, request.actor, path)
      if (slug !== undefined) return makeDocument(request, slug, asked)
      const last = path.slice(path.lastIndexOf('/') + 1)
      const category = await readers.findCategory(request, last)
      const index =
        category && (await findFront(deps, request.actor, { id: category.index_id, category_id: category.id }))
      if (index !== undefined) return makeDocument(request, index, asked)
      if (category && path.startsWith(`${basePath}/`)) throw new MovedTo(categoryPath(last))
      throw notFound('Document')
    })
    return responses.send(request, reply, response, counting)
  }

  app.get('/read/:slug.md', pageWith({ params: BySlug }), async (request, reply) => {
    const slug = slugOf(request)
    const make = () => markdown.pageFor(request.actor, slug, readers.baseOf(request))
    const response = await responses.cached(request, `markdown ${slug}`, make, { isPage: false })
    return responses.send(request, reply, response, { type: 'text/markdown; charset=utf-8' })
  })

  app.get(
    '/read/category/:slug',
    pageWith({ params: BySlug, querystring: Paging, ...shown('List a category on the public site') }),
    async (request, reply) => {
      const slug = slugOf(request)
      const page = pageNumber(request.query)
      const response = await responses.cached(request, `category ${page} ${slug}`, async () => {
        const category = await readers.findCategory(request, slug)
        if (!category) throw notFound('Category')
        const index = await findFront(deps, request.actor, { id: category.index_id, category_id: category.id })
        if (index !== undefined) {
          const { at } = await readers.locate(request.actor, [documentPath(index)])
          throw new MovedTo(at(documentPath(index)))
        }
        const context = await readers.contextFor(request, category.id)
        const node = categoryNode(context.outline, category.id)
        const pages = Math.max(1, Math.ceil((node?.count ?? 0) / PER_PAGE))
        if (page > pages) throw notFound('Category')
        const documents = await listCategoryDocuments(deps, request.actor, category.id, {
          limit: PER_PAGE,
          offset: (page - 1) * PER_PAGE,
        })
        const [way, totals] = [ancestorsIn(context.outline).slice(0, -1), await readers.totalsFor(request)]
        const text = renderCategory(context, {
          category,
          node,
          way,
          documents,
          page,
          pages,
          totals,
        })
        // Shows counts of subcategories, and fields of the listed documents.
        const listed = [TAGS.category(category.id), ...documents.map(({ id }) => TAGS.document(id))]
        const counted = node?.categories.length ? [TAGS.index] : []
        return { text, tags: [TAGS.site, ...context.outline.tags, ...listed, ...counted] }
      })
      return responses.send(request, reply, response)
    },
  )

  app.get('/read/category/:slug/branch', pageWith({ params: BySlug }), async (request, reply) => {
    const slug = slugOf(request)
    const response = await responses.cached(request, `branch ${slug}`, async () => {
      const category = await readers.findCategory(request, slug)
      const { outline } = await readers.contextFor(request, category?.id ?? null)
      const node = category && categoryNode(outline, category.id)
      if (!node) throw notFound('Category')
      return { text: branch(node, { words: wordsFor(deps.config.siteLang) }).text, tags: [TAGS.site, ...outline.tags] }
    })
    return responses.send(request, reply, response)
  })

  return showAt
}

type SearchPageDeps = SearchDeps & AskDeps & Deps

export function searchPageRoutes(app: App, deps: SearchPageDeps, readers: Readers, responses: SiteResponses): void {
  const isQuestionIn = ({ words, lang }: SearchedFor) => looksLikeQuestion(words, lang ?? deps.config.siteLang)

  /** Skipped if the query is only a name to look up. */
  const answerTo = async (
    actor: Actor,
    searched: SearchedFor,
    { isCounted = false, mayWrite = false, isAsked = false },
  ) => {
    const { words: q, lang } = searched
    const isQuestion = isQuestionIn(searched)
    const asking = isQuestion && isCounted ? deps : { ...deps, missed: undefined }
    const options = { q, lang, channel: 'site', mayWrite } as const
    const asked = isQuestion || isSentence(q) ? await ask(asking, actor, options) : undefined
    const toWrite = deps.writer !== undefined && isQuestion && !mayWrite
    const team = !mayAskTeam(deps, actor) ? undefined : isAsked ? 'asked' : 'offered'
    return renderAnswer(asked, { isQuestion, toWrite, team }, wordsFor(lang, deps.config.siteLang))
  }

  app.get(
    '/read/search',
    searchPage({ querystring: SearchQuery, ...shown('Search the public site') }),
    async (request, reply) => {
      const asked = searchedFor(request.query)
      // Questions are counted where they are answered or refused.
      const searching = isQuestionIn(asked) ? { ...deps, missed: undefined } : deps
      const results = await searchDocuments(searching, request.actor, {
        q: asked.words,
        lang: asked.lang,
        limit: MOST_FOUND,
      })
      const answer = await answerTo(request.actor, asked, {
        isCounted: true,
        isAsked: request.query.asked !== undefined,
      })
      const page = renderSearch(await readers.contextFor(request, null), asked, results, answer)
      const { text } = await readers.withAddresses(request, page)
      return responses.send(request, reply, prepareResponse({ text }))
    },
  )

  app.get('/read/ask', searchPage({ querystring: AskQuery }), async (request, reply) => {
    // Not counted while someone may still be typing.
    const mayWrite = request.query.write !== undefined
    const answer = await answerTo(request.actor, searchedFor(request.query), { mayWrite, isCounted: mayWrite })
    const { text } = await readers.withAddresses(request, answer ? answer.text : '')
    return sendResponse(request, reply, prepareResponse({ text }), { type: HTML, cache: PERSONAL, vary: BY_READER })
  })

  app.post('/read/ask/feedback', feedbackPage, async (request, reply) => {
    const { q, helped } = request.body
    if (helped === 'no') deps.missed?.noteQuestion(q, deps.config.siteLang)
    return reply.redirect(searchPath(q), 303)
  })

  app.post('/read/ask/team', teamPage, async (request, reply) => {
    const { q } = request.body
    if (!mayAskTeam(deps, request.actor)) throw notFound('Document')
    await askTeam(deps, request.actor, { q, lang: deps.config.siteLang })
    return reply.redirect(`${searchPath(q)}&asked`, 303)
  })

  app.get('/read/search.json', searchPage({ querystring: Query }), async (request, reply) => {
    const { words: q, lang } = searchedFor(request.query)
    const { found, dropped } = await searchDocuments(deps, request.actor, { q, lang, limit: 8 })
    const { at } = await readers.locate(
      request.actor,
      found.map(({ slug }) => documentPath(slug)),
    )
    const items = found.map(({ slug, title, category, summary, snippet, section }) => ({
      path: sectionPath(slug, section, at(documentPath(slug))),
      title,
      section: section?.heading ?? null,
      category,
      snippet: snippet === undefined ? null : withoutBidiControls(snippet),
      summary,
    }))
    reportDropped(reply, dropped)
    return sendResponse(request, reply, prepareJson(items), {
      type: 'application/json',
      cache: PERSONAL,
      vary: BY_READER,
    })
  })
}

const teamPage = {
  config: { access: 'open', allowance: BRIEF, budget: 'search', takesForm: true },
  schema: { hide: true, body: Type.Object({ q: Type.String({ maxLength: LONGEST_QUERY }) }), response: {} },
} as const

const feedbackPage = {
  config: { access: 'open', allowance: BRIEF, budget: 'search', takesForm: true },
  schema: {
    hide: true,
    body: Type.Object({ q: Type.String({ maxLength: LONGEST_QUERY }), helped: closed(['yes', 'no']) }),
    response: {},
  },
} as const

type SearchedFor = ReturnType<typeof searchedFor>
/** An invalid language counts as the site's. */
const searchedFor = ({ q = '', lang = '' }: Static<typeof Query>): { words: string; lang: string | undefined } => ({
  words: q.slice(0, LONGEST_QUERY).trim(),
  lang: languageTag(lang),
})

/** 1 for anything but a number, so that a broken link still shows the category. */
const pageNumber = ({ page = '' }: Static<typeof Paging>): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1)
