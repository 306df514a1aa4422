// The response cache: bytes with their ETag, compressed once for all clients that accept it. Every entry names the tags that
// it depends on, and is never sent once one has changed. @fastify/etag and @fastify/compress would hash and compress again
// for every request.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint, ownBytes } from '#bytes.ts'
import { FreshCache, type FreshOptions } from '#engine/db/fresh-cache.ts'

const CACHE_BYTES = 32 * 1024 * 1024
/** Smaller bodies aren't compressed. From PACK_AT_ONCE on they are compressed on first use, in between on second use. */
const PACK_FROM = 1024
const PACK_AT_ONCE = 16 * 1024
/** Quality 5 takes three times as long as 4 for 6 % less; a fitting window saves a quarter. */
const BROTLI_QUALITY = 4
/** For responses that never change: 60 ms for a style sheet that is a fifth smaller. */
const LASTING_QUALITY = 11
const SMALLEST_WINDOW = 10
const LARGEST_WINDOW = 22

type Encoding = 'br' | 'gzip'
const ENCODINGS: Encoding[] = ['br', 'gzip']

/**
 * `tags` are what the response depends on; without them it isn't cached. A document's `version` begins its ETag; `viewed` is
 * the document to count a view for. `isLasting`: constant until the service stops.
 */
export type ResponseContent = {
  text: string | Buffer
  tags?: readonly string[]
  version?: number
  viewed?: number
  keep?: boolean
  isLasting?: boolean
}

export type PreparedResponse = {
  body: Buffer
  /** Undefined if the next response will differ anyway. */
  etag: string | undefined
  viewed: number
  uses: number
  quality: number
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

const windowFor = (length: number): number =>
  Math.min(LARGEST_WINDOW, Math.max(SMALLEST_WINDOW, Math.ceil(Math.log2(length))))

const compress: Record<Encoding, (body: Buffer, quality: number) => Promise<Buffer>> = {
  br: (body, quality) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}

const pack = async ({ body, quality }: PreparedResponse, encoding: Encoding): Promise<Buffer> =>
  ownBytes(await compress[encoding](body, quality))

export class ResponseCache {
  readonly #responses: FreshCache<PreparedResponse>

  constructor(db: ConstructorParameters<typeof FreshCache>[0], maxBytes = CACHE_BYTES) {
    this.#responses = new FreshCache(db, {
      maxBytes,
      // The key and the bookkeeping of an entry, and room for what compression adds.
      sizeOf: ({ body }, key) => Math.ceil(body.length * 1.4) + 2 * key.length + 500,
    })
  }

  get(
    key: string,
    make: () => Promise<ResponseContent>,
    options?: FreshOptions,
  ): PreparedResponse | Promise<PreparedResponse> {
    const prepare = async () => {
      const { text, tags = [], keep = true, ...response } = await make()
      return { value: prepareResponse({ ...response, text: keep ? ownBytes(text) : text }), tags, keep }
    }
    return this.#responses.get(key, prepare, options)
  }
}

/** For responses that differ every time: hashing would cost more than a 304 saves. */
export const prepareUntagged = (text: string): PreparedResponse => ({
  body: Buffer.from(text),
  etag: undefined,
  viewed: 0,
  uses: 0,
  quality: BROTLI_QUALITY,
  packed: {},
})

/** For responses that are sent once, such as a document just changed. */
export function prepareResponse({ text, version, viewed, isLasting }: ResponseContent): PreparedResponse {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const mark = fingerprint(body)
  const etag = version === undefined ? `W/"${mark}"` : `W/"${version}-${mark}"`
  const quality = isLasting ? LASTING_QUALITY : BROTLI_QUALITY
  return { body, etag, viewed: viewed ?? 0, uses: 0, quality, packed: {} }
}
export const prepareJson = (value: unknown): PreparedResponse => prepareResponse({ text: JSON.stringify(value) })

/** Makes a cached JSON response from a read. */
export const asJson =
  (read: () => Promise<unknown>, tags: readonly string[], keep = true) =>
  async (): Promise<ResponseContent> => ({ text: JSON.stringify(await read()), tags, keep })

/** A response's type, who may cache it, and what it varies by. */
export type ResponseHeaders = { type: string; cache: string; vary: string }
export const JSON_HEADERS: ResponseHeaders = {
  type: 'application/json',
  cache: 'private, no-cache',
  vary: 'accept-encoding',
}

/**
 * Synchronous if the response is ready: promises are measurable here. `onSend` runs when it is sent to someone, such as
 * counting a view.
 */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PreparedResponse | Promise<PreparedResponse>,
  headers: ResponseHeaders = JSON_HEADERS,
  onSend?: (response: PreparedResponse) => void,
): Promise<FastifyReply> {
  return response instanceof Promise
    ? response.then((resolved) => send(request, reply, resolved, headers, onSend))
    : // A reply can be awaited, although its type doesn't say so.
      (send(request, reply, response, headers, onSend) as Promise<FastifyReply>)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: PreparedResponse,
  headers: ResponseHeaders,
  onSend: ((response: PreparedResponse) => void) | undefined,
): FastifyReply | Promise<FastifyReply> {
  const isFirst = response.uses++ === 0
  if (request.method === 'GET') onSend?.(response)
  const varies = reply.getHeader('vary')
  reply.header('cache-control', headers.cache)
  // Keep `Vary: Origin` from CORS: otherwise a cache would mix up origins.
  reply.header('vary', varies === undefined ? headers.vary : `${headers.vary}, ${varies}`)
  if (response.etag !== undefined) {
    reply.header('etag', response.etag)
    const ifNoneMatch = request.headers['if-none-match']
    // If-None-Match is for reads; the response to a write is always sent.
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && ifNoneMatch !== undefined && matches(ifNoneMatch, response.etag)) return reply.code(304).send()
  }
  reply.header('content-type', headers.type)
  const { length } = response.body
  const encoding = length < PACK_FROM ? null : negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS)
  if (encoding === null || (length < PACK_AT_ONCE && isFirst)) return reply.send(response.body)
  response.packed[encoding] ??= pack(response, encoding)
  return response.packed[encoding].then((packed) => reply.header('content-encoding', encoding).send(packed))
}

/** Weak comparison, as If-None-Match requires. */
export const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2))
