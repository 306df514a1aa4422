// The response cache: bodies kept as bytes with their ETag, compressed once for all clients that accept it. Knows nothing of
// what the bytes say. Every entry belongs to a freshness version (db.version), which each lookup names: an entry of an older
// version is never sent, and nobody has to invalidate anything. @fastify/etag and @fastify/compress would hash and compress
// the same bytes again for every request.

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const CACHE_BYTES = 48 * 1024 * 1024
/** Below PACK_FROM a body is sent as it is. From PACK_AT_ONCE on it is compressed on first use, in between on second use. */
const PACK_FROM = 1024
const PACK_AT_ONCE = 16 * 1024
const BROTLI_QUALITY = 5

type Encoding = 'br' | 'gzip'
const ENCODINGS: Encoding[] = ['br', 'gzip']

/** ResponseContent is what a response is made of; a document's `version` opens its ETag, `viewed` is the document to count a view for. */
export type ResponseContent = { text: string | Buffer; version?: number; viewed?: number; keep?: boolean }

export type PreparedResponse = {
  freshness: number | string
  body: Buffer
  /** etag is undefined where the next response will differ anyway. */
  etag: string | undefined
  viewed: number
  uses: number
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

const pack: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
}

export class ResponseCache {
  readonly #kept: LRUCache<string, PreparedResponse>
  readonly #making = new Map<string, Promise<PreparedResponse>>()

  constructor(maxBytes = CACHE_BYTES) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      // The key and the bookkeeping of an entry, and room for what compression adds.
      sizeCalculation: ({ body }, key) => Math.ceil(body.length * 1.4) + 2 * key.length + 500,
    })
  }

  /**
   * get returns the entry of this freshness, or makes it. Concurrent requests share one `make`; with `whose` given, only
   * requests of the same `whose` do, because access may differ between people and change while `make` runs.
   */
  get(
    freshness: number | string,
    key: string,
    make: () => Promise<ResponseContent>,
    whose = '',
  ): PreparedResponse | Promise<PreparedResponse> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.freshness === freshness) return kept
    const turn = `${freshness} ${whose} ${key}`
    const making = this.#making.get(turn) ?? this.#make(freshness, key, make).finally(() => this.#making.delete(turn))
    this.#making.set(turn, making)
    return making
  }

  async #make(
    freshness: number | string,
    key: string,
    make: () => Promise<ResponseContent>,
  ): Promise<PreparedResponse> {
    const made = await make()
    const response = asPrepared(freshness, made)
    if (made.keep !== false) this.#kept.set(key, response)
    return response
  }
}

function asPrepared(freshness: number | string, { text, version, viewed }: ResponseContent): PreparedResponse {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const print = hash('sha1', body, 'base64url').slice(0, 16)
  const etag = version === undefined ? `W/"${print}"` : `W/"${version}-${print}"`
  return { freshness, body, etag, viewed: viewed ?? 0, uses: 0, packed: {} }
}

/** prepareUntagged is for what differs from request to request: hashing it costs more than a 304 would save. */
export const prepareUntagged = (text: string): PreparedResponse => ({
  freshness: 0,
  body: Buffer.from(text),
  etag: undefined,
  viewed: 0,
  uses: 0,
  packed: {},
})

/** prepareResponse is for what is sent once and never cached, such as a document just changed. */
export const prepareResponse = (made: ResponseContent): PreparedResponse => asPrepared(0, made)
export const prepareJson = (value: unknown): PreparedResponse => prepareResponse({ text: JSON.stringify(value) })

/** asJson turns what is read into content for the cache; `keep` false sends it without caching. */
export const asJson =
  (read: () => Promise<unknown>, keep = true) =>
  async (): Promise<ResponseContent> => ({ text: JSON.stringify(await read()), keep })

/** ResponseHeaders: the content type, who may cache it, and what it depends on. */
export type ResponseHeaders = { type: string; cache: string; vary: string }
const JSON_HEADERS: ResponseHeaders = { type: 'application/json', cache: 'private, no-cache', vary: 'accept-encoding' }

/** sendResponse sends a cached response synchronously: at 45 µs a request, a promise or two show. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PreparedResponse | Promise<PreparedResponse>,
  headers: ResponseHeaders = JSON_HEADERS,
): Promise<FastifyReply> {
  return response instanceof Promise
    ? response.then((made) => send(request, reply, made, headers))
    : // A reply can be awaited like a promise, although its type does not match.
      (send(request, reply, response, headers) as Promise<FastifyReply>)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PreparedResponse,
  headers: ResponseHeaders,
): FastifyReply | Promise<FastifyReply> {
  const varies = reply.getHeader('vary')
  reply.header('cache-control', headers.cache)
  // CORS has set its own `Vary: Origin` by now: without it a cache would hand one origin's response to another.
  reply.header('vary', varies === undefined ? headers.vary : `${headers.vary}, ${varies}`)
  if (response.etag !== undefined) {
    reply.header('etag', response.etag)
    const known = request.headers['if-none-match']
    // If-None-Match is for reads; the response to a write is always sent.
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && known !== undefined && matches(known, response.etag)) return reply.code(304).send()
  }
  reply.header('content-type', headers.type)
  const encoding =
    response.body.length < PACK_FROM ? null : negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS)
  if (encoding === null || (response.body.length < PACK_AT_ONCE && response.uses++ === 0)) {
    return reply.send(response.body)
  }
  response.packed[encoding] ??= pack[encoding](response.body)
  return response.packed[encoding].then((packed) => reply.header('content-encoding', encoding).send(packed))
}

/** matches compares weakly, as If-None-Match asks. */
export const matches = (known: string, etag: string): boolean =>
  known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2))
