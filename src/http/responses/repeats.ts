// Cached responses, sent again without the framework. Whoever asks a second time for what they were sent from the response
// cache passes the same gate, is counted, logged and measured as everyone else, and then gets the same headers and bytes:
// routing, checks of parameters, handler and hooks would come to the same. A request that differs in anything that may matter,
// and whatever has changed since, goes the plain way, which is also the only one on which something is recorded here.
// Where it is being found out whether a response is still the one for its reader, the request waits here: on PostgreSQL half of
// all requests would go the plain way under 50 creates a second, until the documents of a category have been counted again.
//
// Bypasses what Fastify does with a request: of reading a page, −36 % (144 instead of 224 µs); of blocks, −36 % (docs/speed.md).

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#actor.ts'
import type { Db } from '#engine/db/db.ts'
import type { RequestLine } from '#logging.ts'
import type { Admission, Gate } from '../gate/gate.ts'
import type { RateVerdict } from '../gate/rate-limits.ts'

const REPEATS_BYTES = 16 * 1024 * 1024
const LARGEST_BYTES = REPEATS_BYTES / 4
const RECORD_BYTES = 1_000
/** So many are kept for one address. Visitors share theirs; everyone who is signed in has their own. */
const MOST_OF_ONE = 16

/**
 * A Repeatable response is the same until one of the tags changes after the sequence, for as long as `isStill` says that it is
 * the one for this reader; a promise is for what has to be found out first. onRepeat is what sending it does besides.
 */
export type Repeatable = {
  sequence: number
  tags: readonly string[]
  isStill: () => boolean | Promise<boolean>
  onRepeat: (() => void) | undefined
}

/** A RecordedResponse is what one reader was sent, and under which circumstances. */
type RecordedResponse = Repeatable & {
  route: Admission['route']
  asked: AskedWith
  actor: Actor
  host: string
  https: boolean
  status: number
  /** headers are name and value in turn, without those that differ from request to request. */
  headers: readonly string[]
  body: Buffer | undefined
}

/** A request that was begun here and could not be ended here: what the gate said of it. */
type AdmittedRequest = { admission: Admission; outcome: () => void | Promise<void> }

const bytesOf = (all: RecordedResponse[]): number =>
  all.reduce((sum, { body }) => sum + (body?.length ?? 0) + RECORD_BYTES, 0)

/** OWN are the headers that every response has of its own. */
const OWN = new Set([
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'content-length',
])

/** rateHeaders are name and value in turn. */
const rateHeaders = ({ limit, remaining, resetSeconds }: RateVerdict): string[] => [
  'x-ratelimit-limit',
  String(limit),
  'x-ratelimit-remaining',
  String(remaining),
  'x-ratelimit-reset',
  String(resetSeconds),
]

/** AskedWith is all that sendResponse looks at, besides the address; who asks is the gate's to say. */
type AskedWith = { encodings: string | undefined; known: string | undefined }
const askedWith = ({ headers }: IncomingMessage): AskedWith => ({
  encodings: headers['accept-encoding'],
  known: headers['if-none-match'],
})
const isSame = (one: AskedWith, other: AskedWith): boolean =>
  one.encodings === other.encodings && one.known === other.known

/** A page of another site gets headers of its own (CORS), and only GET is repeated. */
const isPlain = ({ method, headers }: IncomingMessage): boolean => method === 'GET' && headers.origin === undefined

export class Repeats {
  readonly #db: Pick<Db, 'isCurrent'>
  readonly #gate: Gate
  readonly #observe: (line: RequestLine) => void
  /** By address. When they take too much room, all are dropped: recording one again takes a request by the plain way. */
  readonly #recorded = new Map<string, RecordedResponse[]>()
  #bytes = 0
  readonly #begun = new WeakMap<IncomingMessage, AdmittedRequest>()
  #isClosing = false

  constructor(db: Pick<Db, 'isCurrent'>, gate: Gate, observe: (line: RequestLine) => void) {
    this.#db = db
    this.#gate = gate
    this.#observe = observe
  }

  /** respond sends what this reader was sent before, or lets the request go the plain way. */
  respond(request: IncomingMessage, response: ServerResponse, goPlainWay: () => void): void {
    const recorded = this.#isClosing || !isPlain(request) ? undefined : this.#recorded.get(request.url!)
    if (recorded === undefined) {
      goPlainWay()
      return
    }
    const started = performance.now()
    const admission = { route: recorded[0]!.route } as Admission
    const outcome = this.#pass(request, admission)
    const found = outcome === undefined ? this.#findFor(admission, askedWith(request), recorded) : undefined
    const settle = (isStill: boolean) => {
      if (found && isStill && !this.#isClosing) return this.#send(response, found, admission, started)
      this.#begun.set(request, { admission, outcome: outcome ?? (() => {}) })
      goPlainWay()
    }
    const still = found !== undefined && this.#isStill(found)
    if (typeof still === 'boolean') settle(still)
    else
      still.then(
        // Something may have changed while it was found out; nobody waits twice.
        (isStill) => settle(isStill && this.#isFor(found!, admission) && this.#isStill(found!) === true),
        () => settle(false),
      )
  }

  /** #pass returns undefined when the gate has let the request in. */
  #pass(request: IncomingMessage, admission: Admission): AdmittedRequest['outcome'] | undefined {
    try {
      const passing = this.#gate(request, admission)
      if (!passing) return undefined
      // The plain way waits for it, but only after other hooks: a refusal that comes sooner is nobody's unhandled rejection.
      passing.catch(() => {})
      return () => passing
    } catch (error) {
      return () => {
        throw error
      }
    }
  }

  #findFor(admission: Admission, asked: AskedWith, recorded: RecordedResponse[]): RecordedResponse | undefined {
    return recorded.find((one) => isSame(one.asked, asked) && this.#isFor(one, admission))
  }

  #isFor({ actor, host, https, sequence, tags }: RecordedResponse, { actor: asking, origin }: Admission): boolean {
    return actor === asking && host === origin.host && https === origin.https && this.#isCurrent(sequence, tags)
  }

  /** #isCurrent: where the database can't say whether something is current, the plain way says so. */
  #isCurrent(sequence: number, tags: readonly string[]): boolean {
    try {
      return this.#db.isCurrent(sequence, tags)
    } catch {
      return false
    }
  }

  #isStill({ isStill }: RecordedResponse): boolean | Promise<boolean> {
    try {
      return isStill()
    } catch {
      return false
    }
  }

  #send(
    response: ServerResponse,
    found: RecordedResponse,
    { route, actor, origin, rate }: Admission,
    started: number,
  ): void {
    const { status, headers, body, onRepeat } = found
    const id = randomUUID()
    const all = [...headers, 'x-request-id', id]
    if (rate) all.push(...rateHeaders(rate))
    if (body) all.push('content-length', String(body.length))
    response.writeHead(status, all)
    response.end(body)
    onRepeat?.()
    const ms = performance.now() - started
    this.#observe({ id, method: 'GET', route: route.url, status, ms, user: actor.userId, address: origin.address })
  }

  /** resume is what became of a request that was begun here. */
  resume(request: IncomingMessage): AdmittedRequest | undefined {
    return this.#begun.get(request)
  }

  /** record keeps what is about to be sent, where the handler said for how long it will be the same. */
  record(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { repeat, raw, route, actor, origin } = request
    if (repeat === undefined || !isPlain(raw) || reply.hasHeader('set-cookie')) return
    const headers: string[] = []
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (!OWN.has(name)) headers.push(name, String(value))
    this.#keep(raw.url!, {
      ...repeat,
      route,
      asked: askedWith(raw),
      actor,
      host: origin.host,
      https: origin.https,
      status: reply.statusCode,
      headers,
      body: Buffer.isBuffer(payload) ? payload : undefined,
    })
  }

  #keep(url: string, recorded: RecordedResponse): void {
    if (bytesOf([recorded]) > LARGEST_BYTES) return
    const before = this.#recorded.get(url) ?? []
    const others = before.filter((one) => !this.#replaces(recorded, one))
    const after = [recorded, ...others.slice(0, MOST_OF_ONE - 1)]
    this.#bytes += bytesOf(after) - bytesOf(before)
    if (this.#bytes > REPEATS_BYTES) this.#drop()
    else this.#recorded.set(url, after)
  }

  #replaces = (recorded: RecordedResponse, one: RecordedResponse): boolean =>
    (recorded.actor === one.actor &&
      recorded.host === one.host &&
      recorded.https === one.https &&
      isSame(recorded.asked, one.asked)) ||
    !this.#db.isCurrent(one.sequence, one.tags)

  #drop(): void {
    this.#recorded.clear()
    this.#bytes = 0
  }

  close(): void {
    this.#isClosing = true
    this.#drop()
  }
}
