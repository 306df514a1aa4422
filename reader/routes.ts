// The public site's addresses, unknown addresses and error pages. Pages are in page-routes.ts.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodedPart, redirectPath } from 'galley-blocks/urls.ts'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { GalleyError, noSuchAddress } from '#errors.ts'
import type { AskDeps } from '#features/ask/ask.ts'
import type { Variants } from '#features/documents/access/variants.ts'
import type { DocumentJobs } from '#features/documents/jobs.ts'
import { Articles } from '#features/documents/reading/article.ts'
import { findPresentSlug } from '#features/documents/reading/page.ts'
import type { RedirectHits } from '#features/documents/redirects/hits.ts'
import type { SearchDeps } from '#features/documents/search/search.ts'
import type { ViewCounter } from '#features/documents/views/views.ts'
import type { EvidenceDeps } from '#features/evidence/reading.ts'
import { AnyText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { errorHandler } from '#http/responses/errors.ts'
import { prepareResponse, type ResponseCache, sendResponse } from '#http/responses/response-cache.ts'
import { findAsset } from './assets.ts'
import { diagramRoutes } from './diagram-files.ts'
import { embedRoutes } from './embed-page.ts'
import { explorerRoutes } from './explorer.ts'
import { feedbackRoutes } from './feedback-routes.ts'
import { MarkdownPages } from './full-text.ts'
import { listRoutes } from './list-routes.ts'
import type { Look } from './look.ts'
import { isForBrowser, isOfPages, sendRedirect, showMissing } from './missing.ts'
import { LONGEST_QUERY, pageRoutes, type ShowAt, searchPageRoutes } from './page-routes.ts'
import { renderTrouble } from './pages/search.ts'
import { previewRoutes } from './preview-routes.ts'
import { printRoutes } from './print-routes.ts'
import { Readers } from './readers.ts'
import { sharingRoutes } from './sharing.ts'
import { documentPath, MovedTo } from './site.ts'
import { SITE_FILES, SITE_MAP, type SiteFile, siteMapSheet } from './site-files.ts'
import { HTML, PAGE_POLICY, pageWith, plainPage, SiteResponses, shown } from './site-responses.ts'

type ReaderDeps = Deps &
  SearchDeps &
  Pick<AskDeps, 'cutPages' | 'writer'> & {
    responses: ResponseCache
    variants: Variants
    look: Look
    views: ViewCounter
    redirectHits: RedirectHits
    jobs: DocumentJobs
  } & Pick<EvidenceDeps, 'readableBy'>

export function readerRoutes(app: App, deps: ReaderDeps): void {
  const readers = new Readers(deps)
  const responses = new SiteResponses(deps, readers)
  const markdown = new MarkdownPages(deps)
  const articles = new Articles(deps)
  const showAt = pageRoutes(app, deps, readers, responses, { markdown, articles })
  showFaults(app, deps, readers, showAt)
  printRoutes(app, deps, readers, responses, articles)
  sharingRoutes(app, deps, readers, responses, articles)
  listRoutes(app, deps, readers, responses)
  searchPageRoutes(app, deps, readers, responses)
  feedbackRoutes(app, deps, readers)
  previewRoutes(app, deps, readers)
  fileRoutes(app, deps, responses, markdown)
  diagramRoutes(app)
  explorerRoutes(app, readers, responses)
  embedRoutes(app)
  redirects(app)
}

/** A document's routes by what follows its slug. */
const DOCUMENT_ENDINGS = new Map<string | undefined, string>([
  ['/read/:slug', ''],
  ['/read/:slug.md', '.md'],
  ['/read/:slug/sharing.png', '/sharing.png'],
])

/** Pages of documents and categories have a slug. */
type PageParams = { Params: { slug?: string } }
type PageRequest = FastifyRequest<PageParams>

/** The current address of the document that had this one; undefined if the reader may not read it. */
async function currentPath(deps: Pick<Deps, 'db'>, request: PageRequest): Promise<string | undefined> {
  const ending = DOCUMENT_ENDINGS.get(request.routeOptions.url)
  if (ending === undefined) return undefined
  const current = await pathOfFormer(deps, request, request.params.slug ?? '')
  return current && current + ending + queryOf(request)
}

/** currentPath for an address by the tree, whose last segment is the slug. */
function currentPathAt(deps: Pick<Deps, 'db'>, request: FastifyRequest): Promise<string | undefined> {
  const path = redirectPath(request.url.split('?', 1)[0]!)
  return pathOfFormer(deps, request, path.slice(path.lastIndexOf('/') + 1))
}

async function pathOfFormer(
  deps: Pick<Deps, 'db'>,
  { actor }: FastifyRequest,
  slug: string,
): Promise<string | undefined> {
  const current = slug.includes('\0') ? undefined : await findPresentSlug(deps, actor, slug)
  return current && documentPath(current)
}

const queryOf = ({ url }: FastifyRequest): string => /\?.*/s.exec(url)?.[0] ?? ''

/** A temporary redirect, because addresses change with the tree. */
const leadToPage = (request: FastifyRequest, reply: FastifyReply, { path }: MovedTo) =>
  reply
    .code(307)
    .header('location', path + queryOf(request))
    .header('cache-control', 'no-store')
    .send()

/** Undefined if there is no page, so that other handlers are tried. */
const pageOr = (request: FastifyRequest, reply: FastifyReply, shown: ReturnType<ShowAt>): ReturnType<ShowAt> =>
  shown.catch((error) => {
    if (error instanceof MovedTo) return leadToPage(request, reply, error)
    if (error instanceof GalleyError && error.status === 404) return undefined
    throw error
  })

function showFaults(
  app: App,
  deps: SearchDeps & Pick<ReaderDeps, 'db' | 'redirectHits'>,
  readers: Readers,
  showAt: ShowAt,
): void {
  const { db } = deps
  const isOfTree = (request: FastifyRequest) => readers.hasNested() && isOfPages(request)
  app.missing.isPage = isOfTree
  app.missing.show = async (request, reply) => {
    const shown = isOfPages(request) ? await pageOr(request, reply, showAt(request, reply)) : undefined
    if (shown) return shown
    const led = await sendRedirect(deps, request, reply)
    if (led) return led
    // Last, because it uses only the last segment: a category's page or a set redirect has priority.
    const current = isOfTree(request) ? await currentPathAt(deps, request) : undefined
    if (current !== undefined) return leadToPage(request, reply, new MovedTo(current))
    if (!isForBrowser(request)) throw noSuchAddress()
    return showMissing(deps, readers, request, reply, wordsIn(request.url))
  }
  const plainError = errorHandler(db.dialect)
  app.setErrorHandler<GalleyError, PageParams>(async (error, request, reply) => {
    if (error instanceof MovedTo) return leadToPage(request, reply, error)
    if (!(error instanceof GalleyError) || error.status !== 404) return plainError(error, request, reply)
    const current = await currentPath({ db }, request)
    if (current !== undefined) return reply.code(308).header('location', current).send()
    const led = await sendRedirect(deps, request, reply)
    if (led) return led
    return showMissing(deps, readers, request, reply, wordsIn(request.params.slug ?? ''))
  })

  // Errors are logged as everywhere; browsers get a page instead of JSON.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 500 || !request.headers.accept?.includes('text/html')) return done(null, payload)
    reply.header('content-type', HTML).header('content-security-policy', PAGE_POLICY)
    done(null, renderTrouble(readers.bareContext(request), request.id))
  })
}

/** Replaces the service worker of sites that ran 1.0 with GALLEY_SITE_OFFLINE=on; without it browsers would keep old pages. */
const FORGET_OFFLINE = "caches.delete('galley-offline'); registration.unregister()"

function fileRoutes(
  app: App,
  { look }: Pick<ReaderDeps, 'look'>,
  responses: SiteResponses,
  markdown: MarkdownPages,
): void {
  app.get('/read/assets/:name', pageWith({ params: Type.Object({ name: AnyText }) }), async (request, reply) => {
    const found = findAsset(look.assets, request.params.name)
    if (!found) throw noSuchAddress()
    // An SVG opened by itself must not run scripts.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    const cache = found.lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
    return sendResponse(request, reply, found.asset.response, {
      type: found.asset.type,
      cache,
      vary: 'accept-encoding',
    })
  })

  app.get('/read/offline.js', plainPage, async (request, reply) => {
    reply.header('content-security-policy', "default-src 'self'").header('service-worker-allowed', '/')
    const sent = { type: 'text/javascript; charset=utf-8', cache: 'no-cache', vary: 'accept-encoding' }
    return sendResponse(request, reply, prepareResponse({ text: FORGET_OFFLINE }), sent)
  })

  // Browsers and feed readers request this name, whatever a page declares.
  app.get('/favicon.ico', plainPage, async (_request, reply) =>
    reply
      .code(302)
      .header('location', (await look.get()).icon)
      .header('cache-control', 'public, max-age=3600')
      .send(),
  )
  for (const file of SITE_FILES)
    app.get(
      file.path,
      file.summary ? pageWith(shown(file.summary, file.type.split(';')[0])) : plainPage,
      (request, reply) => responses.sendFile(request, reply, file),
    )
  app.get('/llms-full.txt', plainPage, (request, reply) => {
    const make: SiteFile['make'] = ({ locate }, base) => markdown.fullText(base, locate)
    const file = { path: '/llms-full.txt', type: 'text/plain; charset=utf-8', make }
    return responses.sendFile(request, reply, file)
  })
  app.get('/sitemap-:sheet.xml', pageWith({ params: Type.Object({ sheet: AnyText }) }), async (request, reply) => {
    const { sheet } = request.params
    if (!/^[1-9]\d{0,5}$/.test(sheet)) throw noSuchAddress()
    const make: SiteFile['make'] = (deps, base) => siteMapSheet(deps, base, Number(sheet))
    return responses.sendFile(request, reply, { path: `/sitemap-${sheet}.xml`, type: SITE_MAP, make })
  })
}

function redirects(app: App): void {
  for (const path of ['/read', '/read/', '/index.html'] as const) {
    app.get(path, plainPage, async (request, reply) =>
      reply
        .code(308)
        .header('location', `/${queryOf(request)}`)
        .send(),
    )
  }
  app.get('/read/*', pageWith({ params: Type.Object({ '*': AnyText }) }), async (request, reply) => {
    const { '*': rest } = request.params
    if (!/^[^/]+\/$/.test(rest)) throw noSuchAddress()
    return reply
      .code(308)
      .header('location', documentPath(rest.slice(0, -1)) + queryOf(request))
      .send()
  })
}

/** The words of the last segment, for suggestions. */
const wordsIn = (address: string): string =>
  decodedPart(address.split('?')[0]!.split('/').at(-1)!)
    .replace(/\.(?:html?|mdx?)$/i, '')
    .replace(/[-_.]+/g, ' ')
    .slice(0, LONGEST_QUERY)
    .trim()
