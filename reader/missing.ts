// What is shown where nothing is: for an old address the way to the new one, for a browser a page with a search. Programs get
// the JSON that the API has for it.

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

/** Nothing of the API ever moves, and what programs miss there costs no query; a page of an old site may have been below it. */
const isOfApi = (url: string): boolean => /^\/(?:api|auth)\//.test(url)

/** asksForPage: browsers say so, and so do crawlers, which know addresses of the old site for years. */
const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

/** isOfPages: someone may look for a page there. A script of a page that fetches from the API is a program. */
export const isOfPages = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (!isOfApi(request.url) || (asksForPage(request) && (request.headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'))

/** leadOn sends the redirect of this address, if there is one. */
export async function leadOn(
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

/** MOST_LIKELY pages are proposed to those who came to an address where nothing is. */
const MOST_LIKELY = 5

/** showMissing proposes what a search for the words of the address finds, what is called alike first; nobody missed that search. */
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
 * isForBrowser: someone looks for a page. Below the API's paths only a browser says so that opens the address itself: programs
 * may ask for any type there, and get the JSON.
 */
export const isForBrowser = (request: FastifyRequest): boolean =>
  asksForPage(request) && (!isOfApi(request.url) || request.headers['sec-fetch-mode'] === 'navigate')
