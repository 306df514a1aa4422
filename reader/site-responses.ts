// Caching and sending the site's pages: one version for all visitors, and private ones for signed-in people, which shared
// caches must not store.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { VISITOR } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { noSuchAddress, notFound } from '#errors.ts'
import {
  type PreparedResponse,
  type ResponseCache,
  type ResponseContent,
  sendResponse,
} from '#http/responses/response-cache.ts'
import type { Readers } from './readers.ts'
import type { SiteFile } from './site-files.ts'

export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http: data:",
  'media-src https: http:',
  "connect-src 'self'",
  // Diagrams (diagram-files.ts).
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const HTML = 'text/html; charset=utf-8'
export const PERSONAL = 'private, no-cache'
export const BY_READER = 'accept-encoding, cookie, authorization'
/** Declares a route of the site: open, uncounted, and not in the OpenAPI document unless `shown`. */
export const pageWith = <P extends { params?: TSchema; querystring?: TSchema; summary?: string }>(parts: P) =>
  ({ config: { access: 'open', uncounted: true }, schema: { hide: true, response: {}, ...parts } }) as const
/** Puts a page into the OpenAPI document. */
export const shown = (summary: string, type = 'text/html') => ({
  hide: false,
  tags: ['docs'],
  summary,
  produces: [type],
  site: true,
})
/** pageWith for searches, which have their own rate limit: 240 a minute is more than anyone types. */
export const searchPage = <P extends { querystring: TSchema }>(parts: P) =>
  ({ ...pageWith(parts), config: { access: 'open', budget: 'search' } }) as const
export const plainPage = pageWith({})

/** No slug contains NUL, which PostgreSQL refuses. */
export function slugOf({ params }: { params: { slug: string } }): string {
  if (params.slug.includes('\0')) throw notFound('Document')
  return params.slug
}

export type PageOptions = { type?: string; policy?: string; onSend?: (response: PreparedResponse) => void }

export class SiteResponses {
  readonly #deps: Deps & { responses: ResponseCache }
  readonly #readers: Readers
  readonly #shared: string

  constructor(deps: Deps & { responses: ResponseCache }, readers: Readers) {
    this.#deps = deps
    this.#readers = readers
    // Revalidating costs a 304; showing a page that was closed would be worse.
    this.#shared = `public, max-age=0, s-maxage=${deps.config.sharedCacheSeconds}`
  }

  /** Caches a page (or a text without links) by the site's shape and, if signed in, the reader. */
  async cached(
    request: FastifyRequest,
    key: string,
    make: () => Promise<ResponseContent>,
    { stampNow = () => '', isPage = true }: { stampNow?: () => string; isPage?: boolean } = {},
  ): Promise<PreparedResponse> {
    const { who, shape } = await this.#readers.pageKey(request)
    const stamp = stampNow()
    const makeFor = async () => {
      const content = await make()
      const linked = isPage && typeof content.text === 'string' ? await this.#linked(request, content) : content
      return request.actor.userId === null ? linked : { ...linked, tags: [...(linked.tags ?? []), TAGS.site] }
    }
    return this.#deps.responses.get(`page ${who} ${key}`, makeFor, { stamp: `${shape}${stamp}` })
  }

  async #linked(request: FastifyRequest, content: ResponseContent): Promise<ResponseContent> {
    const { text, tags } = await this.#readers.withAddresses(request, content.text as string)
    return { ...content, text, tags: [...(content.tags ?? []), ...tags] }
  }

  send(
    request: FastifyRequest,
    reply: FastifyReply,
    response: PreparedResponse,
    { type = HTML, policy = PAGE_POLICY, onSend }: PageOptions = {},
  ) {
    const cache = request.actor.userId === null ? this.#shared : PERSONAL
    reply.header('content-security-policy', policy)
    return sendResponse(request, reply, response, { type, cache, vary: BY_READER }, onSend)
  }

  /** Sends what is the same for everyone; undefined means it doesn't exist. */
  async sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, type, make, policy = PAGE_POLICY }: Pick<SiteFile, 'type' | 'make'> & { path: string; policy?: string },
    tags: string[] = [TAGS.documents, TAGS.site],
  ) {
    const { responses } = this.#deps
    const base = this.#readers.baseOf(request)
    const fill = async () => {
      const text = await make({ ...this.#deps, locate: (links) => this.#readers.locate(VISITOR, links) }, base)
      if (text === undefined) throw noSuchAddress()
      return { text, tags }
    }
    const response = await responses.get(`file ${base} ${path}`, fill)
    reply.header('content-security-policy', policy)
    return sendResponse(request, reply, response, { type, cache: this.#shared, vary: 'accept-encoding' })
  }
}
