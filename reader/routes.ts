// The addresses of the public site. Pages are ready-made bytes under the content's version: one for all visitors, and for
// those signed in one of their own that no shared cache keeps. Access is decided in the services, by the same rules as
// the interface's.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { straight } from '#blocks/html-inline.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, noSuchAddress, notFound } from '#errors.ts'
import { findCategoryPath, findReadableCategory } from '#features/categories/reading.ts'
import { findPresentSlug, getDocumentPage, getFrontPage, listCategoryDocuments } from '#features/documents/page.ts'
import { getDocument } from '#features/documents/reading.ts'
import { type SearchDeps, searchDocuments } from '#features/documents/search/search.ts'
import type { Variants } from '#features/documents/variants.ts'
import type { ViewCounter } from '#features/documents/views.ts'
import {
  type Answer,
  type AnswerHeaders,
  type Answers,
  freshAnswer,
  freshJson,
  type Made,
  sendAnswer,
} from '#http/answers.ts'
import { errorHandler } from '#http/errors.ts'
import type { App } from '#http/kernel.ts'
import { MINUTE } from '#time.ts'
import { findAsset, loadAssets } from './assets.ts'
import { renderDocument } from './pages/document.ts'
import { renderHome } from './pages/home.ts'
import { renderCategory } from './pages/listing.ts'
import { renderMissing, renderSearch, renderTrouble } from './pages/search.ts'
import { categoryNode, Readers } from './readers.ts'
import { documentPath } from './site.ts'
import { markdownPage, SITE_FILES, SITE_MAP, type SiteFile, siteMapSheet } from './site-files.ts'

export type ReaderDeps = Pick<Deps, 'config' | 'clock'> &
  SearchDeps & { answers: Answers; variants: Variants; views: ViewCounter }

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http: data:",
  'media-src https: http:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HTML = 'text/html; charset=utf-8'
const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
const PERSONAL = 'private, no-cache'
const options = { config: { access: 'open', uncounted: true }, schema: { hide: true, response: {} } } as const

/** DOCUMENT_ENDINGS are the routes of a document, with what stands behind its slug. */
const DOCUMENT_ENDINGS = new Map<string | undefined, string>([
  ['/read/:slug', ''],
  ['/read/:slug.md', '.md'],
])
const PER_PAGE = 50
const MOST_FOUND = 30
const LONGEST_QUERY = 200

/** slugOf: no slug has a NUL, and PostgreSQL takes none. */
function slugOf(request: FastifyRequest): string {
  const { slug } = request.params as { slug: string }
  if (slug.includes('\0')) throw notFound('Document')
  return slug
}

export function readerRoutes(app: App, deps: ReaderDeps): void {
  const { db, clock, config, answers, views } = deps
  const assets = loadAssets(config)
  const readers = new Readers(deps, { siteName: config.siteName, siteFooter: config.siteFooter, assets })

  /** kept is a page under the content's version (and the reader's name, for those who have one). */
  async function kept(request: FastifyRequest, key: string, make: () => Promise<Made>, stamp = ''): Promise<Answer> {
    const who = await readers.keyOf(request)
    const version =
      request.actor.userId === null ? `${db.version('content')}` : `${db.version('content')}.${db.version('accounts')}`
    return answers.get(version + stamp, `page ${who} ${key}`, make)
  }

  function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, type = HTML) {
    const cache = request.actor.userId === null ? SHARED : PERSONAL
    reply.header('content-security-policy', PAGE_POLICY)
    return sendAnswer(request, reply, answer, { type, cache, vary: 'accept-encoding, cookie, authorization' })
  }

  /** presentPath is where a document is now that had this address before; whoever may not read it is told nothing. */
  async function presentPath(request: FastifyRequest): Promise<string | undefined> {
    const ending = DOCUMENT_ENDINGS.get(request.routeOptions.url)
    const { slug } = request.params as { slug: string }
    if (ending === undefined || slug.includes('\0')) return undefined
    const present = await findPresentSlug(deps, request.actor, slug)
    return present && documentPath(present) + ending + (/\?.*/s.exec(request.url)?.[0] ?? '')
  }

  const plainError = errorHandler(db.dialect)
  app.setErrorHandler<GalleyError>(async (error, request, reply) => {
    if (!(error instanceof GalleyError) || error.status !== 404) return plainError(error, request, reply)
    const present = await presentPath(request)
    if (present !== undefined) return reply.code(308).header('location', present).send()
    const page = renderMissing(await readers.settingFor(request, null), request.url, guessedWords(request))
    reply.code(404).header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-store')
    return reply.type(HTML).send(page)
  })

  // Faults are answered and logged as everywhere; a person is shown a page instead of the JSON.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 500 || !request.headers.accept?.includes('text/html')) return done(null, payload)
    reply.header('content-type', HTML).header('content-security-policy', PAGE_POLICY)
    done(null, renderTrouble(readers.bareSetting(request), request.id))
  })

  app.get('/', options, async (request, reply) => {
    // What is read most changes without a change of content, so the front page lasts a minute at most.
    const minute = ` ${Math.floor(clock.now() / MINUTE)}`
    const make = async () => {
      const front = await getFrontPage(deps, request.actor, await readers.mostReadFor(request))
      return { text: renderHome(await readers.settingFor(request, null), front) }
    }
    return send(request, reply, await kept(request, 'home', make, minute))
  })

  app.get('/read/:slug', options, async (request, reply) => {
    const slug = slugOf(request)
    const answer = await kept(request, `document ${slug}`, async () => {
      const page = await getDocumentPage(deps, request.actor, slug)
      const setting = await readers.settingFor(request, page.category_id)
      return { text: renderDocument(setting, page), version: page.version, viewed: page.id }
    })
    if (request.method === 'GET') views.count(answer.viewed)
    return send(request, reply, answer)
  })

  app.get('/read/:slug.md', options, async (request, reply) => {
    const slug = slugOf(request)
    const answer = await kept(request, `markdown ${slug}`, async () => {
      const view = await getDocument(deps, request.actor, { slug })
      return { text: markdownPage(view), version: view.head.version }
    })
    return send(request, reply, answer, 'text/markdown; charset=utf-8')
  })

  app.get('/read/category/:slug', options, async (request, reply) => {
    const slug = slugOf(request)
    const page = pageNumber(request)
    const answer = await kept(request, `category ${page} ${slug}`, async () => {
      const category = await findReadableCategory(deps, request.actor, slug)
      if (!category) throw notFound('Category')
      const setting = await readers.settingFor(request, category.id)
      const node = categoryNode(setting.outline, category.id)
      const pages = Math.max(1, Math.ceil((node?.count ?? 0) / PER_PAGE))
      if (page > pages) throw notFound('Category')
      const documents = await listCategoryDocuments(deps, request.actor, category.id, {
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
      })
      const way = (await findCategoryPath(db.read, category.id)).slice(0, -1)
      return { text: renderCategory(setting, { category, node, way, documents, page, pages }) }
    })
    return send(request, reply, answer)
  })

  app.get('/read/search', options, async (request, reply) => {
    const words = searchedWords(request)
    const found = words === '' ? [] : await searchDocuments(deps, request.actor, words, MOST_FOUND)
    const text = renderSearch(await readers.settingFor(request, null), words, found)
    return send(request, reply, freshAnswer({ text }))
  })

  app.get('/read/search.json', options, async (request, reply) => {
    const found = await searchDocuments(deps, request.actor, searchedWords(request), 8)
    const items = found.map(({ slug, title, category, summary, snippet }) => ({
      path: documentPath(slug),
      title,
      category,
      snippet: snippet === undefined ? null : straight(snippet),
      summary,
    }))
    const headers: AnswerHeaders = {
      type: 'application/json',
      cache: PERSONAL,
      vary: 'accept-encoding, cookie, authorization',
    }
    return sendAnswer(request, reply, freshJson(items), headers)
  })

  app.get('/read/assets/:name', options, async (request, reply) => {
    const found = findAsset(assets, (request.params as { name: string }).name)
    if (!found) throw noSuchAddress()
    // A logo may be any SVG: opened by itself it runs nothing.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    const cache = found.lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
    return sendAnswer(request, reply, found.asset.answer, { type: found.asset.type, cache, vary: 'accept-encoding' })
  })

  /** sendFile sends what is the same for everyone; undefined is a file that does not exist. */
  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, type, make }: Pick<SiteFile, 'type' | 'make'> & { path: string },
  ) {
    const base = readers.baseOf(request)
    const fill = async () => {
      const text = await make(deps, base)
      if (text === undefined) throw noSuchAddress()
      return { text }
    }
    const answer = await answers.get(db.version('content'), `file ${base} ${path}`, fill)
    reply.header('content-security-policy', PAGE_POLICY)
    return sendAnswer(request, reply, answer, { type, cache: SHARED, vary: 'accept-encoding' })
  }
  for (const file of SITE_FILES) app.get(file.path, options, (request, reply) => sendFile(request, reply, file))
  app.get('/sitemap-:sheet.xml', options, async (request, reply) => {
    const { sheet } = request.params as { sheet: string }
    if (!/^[1-9]\d{0,5}$/.test(sheet)) throw noSuchAddress()
    const make: SiteFile['make'] = (_deps, base) => siteMapSheet(deps, base, Number(sheet))
    return sendFile(request, reply, { path: `/sitemap-${sheet}.xml`, type: SITE_MAP, make })
  })

  for (const path of ['/read', '/read/'] as const) {
    app.get(path, options, async (_request, reply) => reply.code(308).header('location', '/').send())
  }
  app.get('/read/*', options, async (request, reply) => {
    const { '*': rest } = request.params as { '*': string }
    if (!/^[^/]+\/$/.test(rest)) throw noSuchAddress()
    return reply
      .code(308)
      .header('location', documentPath(rest.slice(0, -1)))
      .send()
  })
}

const searchedWords = (request: FastifyRequest): string => {
  const { q } = request.query as { q?: string }
  return (q ?? '').slice(0, LONGEST_QUERY).trim()
}

/** guessedWords are what someone may have meant who came to an address where nothing is. */
const guessedWords = (request: FastifyRequest): string => {
  const { slug = '' } = request.params as { slug?: string }
  return slug
    .replace(/[-_.]+/g, ' ')
    .slice(0, LONGEST_QUERY)
    .trim()
}

function pageNumber(request: FastifyRequest): number {
  const { page } = request.query as { page?: string }
  return page !== undefined && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}
