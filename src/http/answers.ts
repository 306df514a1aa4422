// Ready-made answers: bytes kept under a freshness version, with their ETag, and compressed once for clients that accept it.
// Knows nothing of what the bytes say. An answer made under an older version is never sent.

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const ANSWERS_BYTES = 48 * 1024 * 1024
/** Below PACK_FROM an answer travels as it is; from PACK_AT_ONCE on it is compressed from its first use. */
const PACK_FROM = 1024
const PACK_AT_ONCE = 16 * 1024
const BROTLI_QUALITY = 5

type Encoding = 'br' | 'gzip'

/** Made is what an answer is made of; a document's `version` opens its ETag, `viewed` is the document to count a view for. */
export type Made = { text: string | Buffer; version?: number; viewed?: number; keep?: boolean }

export type Answer = {
  freshness: number | string
  body: Buffer
  /** etag is missing where nobody will ask for the same answer again. */
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

export class Answers {
  readonly #kept: LRUCache<string, Answer>
  readonly #making = new Map<string, Promise<Answer>>()

  constructor(maxBytes = ANSWERS_BYTES) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      // The key and the bookkeeping of an entry, and room for what compression adds.
      sizeCalculation: ({ body }, key) => Math.ceil(body.length * 1.4) + 2 * key.length + 500,
    })
  }

  /**
   * get returns the kept answer of this freshness, or makes it. Requests at the same time share one making; with `whose`
   * given, only those of the same `whose` do.
   */
  get(freshness: number | string, key: string, make: () => Promise<Made>, whose = ''): Answer | Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.freshness === freshness) return kept
    const turn = `${freshness} ${whose} ${key}`
    const making = this.#making.get(turn) ?? this.#make(freshness, key, make).finally(() => this.#making.delete(turn))
    this.#making.set(turn, making)
    return making
  }

  async #make(freshness: number | string, key: string, make: () => Promise<Made>): Promise<Answer> {
    const made = await make()
    const answer = asAnswer(freshness, made)
    if (made.keep !== false) this.#kept.set(key, answer)
    return answer
  }
}

function asAnswer(freshness: number | string, { text, version, viewed }: Made): Answer {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const print = hash('sha1', body, 'base64url').slice(0, 16)
  const etag = version === undefined ? `W/"${print}"` : `W/"${version}-${print}"`
  return { freshness, body, etag, viewed: viewed ?? 0, uses: 0, packed: {} }
}

/** passingAnswer is for what differs from request to request: telling whether it is the same costs more than it saves. */
export const passingAnswer = (text: string): Answer => ({
  freshness: 0,
  body: Buffer.from(text),
  etag: undefined,
  viewed: 0,
  uses: 0,
  packed: {},
})

/** freshAnswer is for what is sent once and never kept, such as a document just changed. */
export const freshAnswer = (made: Made): Answer => asAnswer(0, made)
export const freshJson = (value: unknown): Answer => freshAnswer({ text: JSON.stringify(value) })

/** asJson makes an answer of what is read; the caller decides whether it is kept. */
export const asJson =
  (read: () => Promise<unknown>, keep = true) =>
  async (): Promise<Made> => ({ text: JSON.stringify(await read()), keep })

/** AnswerHeaders are how an answer is declared: its type, who may keep it, and what it depends on. */
export type AnswerHeaders = { type: string; cache: string; vary: string }
const JSON_HEADERS: AnswerHeaders = { type: 'application/json', cache: 'private, no-cache', vary: 'accept-encoding' }

type Sent = Promise<FastifyReply>

/** sendAnswer sends what is ready at once: a promise or two are a cost that shows in an answer this quick. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | Promise<Answer>,
  headers: AnswerHeaders = JSON_HEADERS,
): Sent {
  return answer instanceof Promise
    ? answer.then((made) => send(request, reply, made, headers))
    : // A reply can be awaited like a promise, although its type does not match.
      (send(request, reply, answer, headers) as Sent)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers: AnswerHeaders,
): FastifyReply | Sent {
  reply.header('cache-control', headers.cache).header('vary', headers.vary)
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag)
    const known = request.headers['if-none-match']
    // The answer to a write is always sent: only a reader may have it already.
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && known !== undefined && matches(known, answer.etag)) return reply.code(304).send()
  }
  reply.header('content-type', headers.type)
  const encoding = answer.body.length < PACK_FROM ? undefined : chosenEncoding(request.headers['accept-encoding'])
  if (encoding === undefined || (answer.body.length < PACK_AT_ONCE && answer.uses++ === 0)) {
    return reply.send(answer.body)
  }
  answer.packed[encoding] ??= pack[encoding](answer.body)
  return answer.packed[encoding].then((packed) => reply.header('content-encoding', encoding).send(packed))
}

/** matches compares weakly, as If-None-Match asks. */
export const matches = (known: string, etag: string): boolean =>
  known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2))

function chosenEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const wants = (name: string) =>
    new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*(;|,|$)`, 'i').test(accepted)
  return wants('br') ? 'br' : wants('gzip') ? 'gzip' : undefined
}
