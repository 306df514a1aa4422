// Unknown addresses: redirects old ones, shows browsers a page with a search, and sends programs the API's JSON.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { RedirectHits } from '#features/documents/redirects/hits.ts'
import { findRedirect } from '#features/documents/redirects/redirects.ts'
import { distance } from '#features/documents/search/finding/near.ts'
import { type SearchDeps, searchDocuments } from '#features/documents/search/search.ts'
import { renderMissing } from './pages/search.ts'
import type { Readers } from './readers.ts'
import { HTML, PAGE_POLICY } from './site-responses.ts'

type MissingDeps = Pick<Deps, 'db'> & { redirectHits: RedirectHits }

/** The API has no redirects, so a miss there costs no query; under /api and /auth/ an old site may still have had pages. */
const isOfApi = (url: string): boolean => /^\/(?:api|auth)\//.test(url)

/** Browsers and crawlers, which remember an old site's addresses for years, accept HTML. */
const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

/** Someone may be looking for a page there; a script that fetches from the API isn't. */
export const isOfPages = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (!isOfApi(request.url) || (asksForPage(request) && (request.headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'))

/** Sends the redirect for this address, if there is one. */
export async function sendRedirect(
  { db, redirectHits }: MissingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isOfPages(request)) return undefined
  const [path = '', query] = request.url.split(/\?(.*)/s)
  const redirect = await findRedirect({ db }, request.actor, path)
  if (!redirect) return undefined
  redirectHits.count(redirect.id)
  const [to = '', behind = ''] = redirect.to.split(/(?=#)(.*)/s)
  const search = query === undefined ? '' : `${to.includes('?') ? '&' : '?'}${query}`
  return reply
    .code(redirect.status)
    .header('location', to + search + behind)
    .send()
}

/** Pages suggested at an unknown address. */
const MOST_LIKELY = 5

/** Suggests results of a search for the address's words, those with the same name first; not counted as a search. */
export async function showMissing(
  { missed: _, ...deps }: SearchDeps,
  readers: Readers,
  request: FastifyRequest,
  reply: FastifyReply,
  guess: string,
) {
  const results = await searchDocuments(deps, request.actor, { q: guess, limit: 3 * MOST_LIKELY })
  const asked = guess.toLowerCase()
  const unlike = asked.length / 3
  const far = ({ title, slug }: { title: string; slug: string }) =>
    Math.min(unlike, ...[title, slug.replaceAll('-', ' ')].map((name) => distance(asked, name.toLowerCase())))
  const found = results.found.toSorted((one, other) => far(one) - far(other)).slice(0, MOST_LIKELY)
  const page = renderMissing(await readers.contextFor(request, null), request.url, { guess, found })
  reply.code(404).header('content-security-policy', PAGE_POLICY).header('cache-control', 'no-store')
  return reply.type(HTML).send((await readers.withAddresses(request, page)).text)
}

/**
 * Somebody is looking for a page. Under the API's paths that is only a browser opening the address itself: programs may ask
 * for any type there, and get JSON.
 */
export const isForBrowser = (request: FastifyRequest): boolean =>
  asksForPage(request) && (!isOfApi(request.url) || request.headers['sec-fetch-mode'] === 'navigate')
