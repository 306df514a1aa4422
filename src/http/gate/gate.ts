// The gate that every request passes before its body is read: Host → cross-site → token → rate limit → access. It asks
// nothing of a route but its settings.
//
// Why this order: a wrong Host and a cross-site write are refused from the headers alone, so another site can neither make
// the service look up a token nor use up the budget of the visitor whose browser it borrowed. The limit comes after the
// token, because a valid token is counted for itself and everything else for its address; it comes before access, so that
// guessing what one may do is limited too.
//
// Beside it lies what it is set up with: CORS, which comes before it, and the rate limits.

import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, tooManyRequests } from '#errors.ts'
import { addressKey } from '#networks.ts'
import { settleContentType } from '../requests/requests.ts'
import {
  admit,
  type CheckedCaller,
  type CheckToken,
  type Credential,
  findToken,
  type Recheck,
  refuseCrossSite,
  withinLimits,
} from './access.ts'
import { originReader, type RequestOrigin } from './trust.ts'

/** An Admission is what the gate finds out about a request, as far as it got: a request that is refused has the first parts. */
export type Admission = {
  /** route is the matched pattern and its settings. */
  route: FastifyContextConfig & { url: string }
  origin: RequestOrigin
  credential: Credential
  actor: Actor
  /** asOf: nothing that has changed since is in what the gate decided. */
  asOf?: number | undefined
  /** rate is how the request was counted; a request for an uncounted route has none. */
  rate: RateVerdict | undefined
}

/**
 * A Gate throws, or rejects with, the error that refuses the request. It returns a promise only for a token whose owner has
 * to be looked up: most are known, and a promise per request is a measurable cost.
 */
export type Gate = (request: IncomingMessage, admission: Admission) => void | Promise<void>

/** A SecondLook is the gate's at whoever it let in by the head of a request, once the body has come. */
type SecondLook = (admission: Admission) => void | Promise<void>

export const reads = (method: string): boolean => method === 'GET' || method === 'HEAD'

const ACCOUNTS = [TAGS.accounts]

export function createGate(
  { config, clock, db }: Pick<Deps, 'config' | 'clock' | 'db'>,
  { checkToken, recheck }: { checkToken: CheckToken; recheck: Recheck },
  limits: RateLimits,
  limitOf: (key: string) => number,
): { gate: Gate; lookAgain: SecondLook } {
  const readOrigin = originReader(config)

  const gate: Gate = (request, admission) => {
    const origin = readOrigin(request)
    admission.origin = origin
    settleContentType(request)
    if (!origin.hostAllowed && !admission.route.anyHost) throw new GalleyError(421, 'Host not allowed')
    const method = request.method!
    const found = findToken(request.headers)
    refuseCrossSite(method, found.from, origin)
    if (!reads(method)) admission.asOf = db.sequence()
    const checked = check(found)
    if (checked instanceof Promise)
      return checked.then((result) => enter(admission, method, { ...found, checked: result }))
    enter(admission, method, { ...found, checked })
  }

  function check({ from, token }: ReturnType<typeof findToken>): Credential['checked'] | ReturnType<CheckToken> {
    if (from === 'none') return undefined
    return token === '' ? 'invalid' : checkToken(token)
  }

  function enter(admission: Admission, method: string, credential: Credential): void {
    admission.credential = credential
    if (!admission.route.uncounted) count(admission)
    decide(admission, reads(method))
  }

  /**
   * Nobody has to send a body at once: whoever holds one back acts when it comes, with the right they have by then. The token
   * is not looked for again: it may have been passed on to its successor meanwhile.
   */
  const lookAgain: SecondLook = (admission) => {
    const { credential, asOf } = admission
    if (typeof credential.checked !== 'object' || (asOf !== undefined && db.isCurrent(asOf, ACCOUNTS))) return
    return recheck(credential.checked).then((checked) => {
      admission.credential = { ...credential, checked: checked ?? 'invalid' }
      decide(admission, false)
    })
  }

  function decide(admission: Admission, isRead: boolean): void {
    const { credential, route, origin } = admission
    const actor = admit(route.access!, credential, origin)
    const limited = withinLimits(route, credential.checked, actor, clock.now())
    // Few reads are audited; a copy for every other one would be waste.
    admission.actor = isRead && !route.audited ? limited : { ...limited, address: origin.address }
  }

  function count(admission: Admission): void {
    const { credential, origin, route } = admission
    const isOwn = typeof credential.checked === 'object' && route.budget !== 'search'
    const key = isOwn
      ? (credential.checked as CheckedCaller).countKey
      : `${route.budget ?? 'ip'}:${addressKey(origin.address)}`
    admission.rate = limits.take(key, limitOf(key), clock.now())
    if (!admission.rate.allowed) throw tooManyRequests(admission.rate.resetSeconds)
  }

  return { gate, lookAgain }
}

// CORS: browsers may call the API for the web origins in GALLEY_CORS_ORIGINS, and for no other; without a list no response
// mentions origins at all. Whether such a call is trusted is decided in trust.ts, and what its cookie is worth in access.ts.

/** PREFLIGHT_ROUTE is the plugin's own route. It makes the router take preflights; it declares no path of ours. */
export const PREFLIGHT_ROUTE = '*'

/** allowListedOrigins must come before the gate: a browser shows its page a 401 or 429 only if CORS headers are on it. */
export function allowListedOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const listed = new Set(origins)
  app.register(cors, {
    // One origin or none, never `*`: browsers refuse `*` together with credentials, and so do we.
    origin: (origin, done) => done(null, origin !== undefined && listed.has(origin.toLowerCase()) ? origin : false),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Last-Event-ID', 'X-API-Key'],
    exposedHeaders: [
      'ETag',
      'Location',
      'Retry-After',
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ],
    maxAge: 600,
    // A listed origin's OPTIONS that is no preflight would get the plugin's 400, in its own shape.
    strictPreflight: false,
  })
}

// Rate limits, counted in memory, by each node for itself: a sliding window of a minute made of this minute's count and a share of
// the last one's. No request costs a database write.
//
// Glossary
//   slice   a calendar minute; the window is the current slice and the part of the last one that is still in it

const WINDOW_MS = 60_000
/** Shares of a count are not exact: a client that comes back at its Retry-After must be let in. */
const ROUNDING = 1e-6

type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

type Count = { slice: number; current: number; previous: number }

/** fading is the part of the last slice's count that still falls into the window. */
const fading = ({ previous }: Count, now: number): number => previous * (1 - (now % WINDOW_MS) / WINDOW_MS)

/** secondsUntilFree is when the window has room for one more, if nobody else asks meanwhile. */
function secondsUntilFree({ current, previous }: Count, limit: number, now: number): number {
  const sinceSlice = now % WINDOW_MS
  const faded = (total: number, room: number) => Math.max(0, ((total - room) * WINDOW_MS) / total)
  const wait =
    current < limit
      ? faded(previous, limit - current - 1) - sinceSlice
      : WINDOW_MS - sinceSlice + faded(current, limit - 1)
  return Math.max(1, Math.ceil(Math.round(wait) / 1000))
}

export class RateLimits {
  readonly #counts = new Map<string, Count>()
  #slice = 0

  /** take counts one request of a key and says whether it may pass; a limit of 0 never stops anyone. */
  take(key: string, limit: number, now: number): RateVerdict {
    const resetSeconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000)
    if (limit === 0) return { allowed: true, limit, remaining: 0, resetSeconds }
    const count = this.#countOf(key, Math.floor(now / WINDOW_MS))
    const left = limit - count.current - fading(count, now)
    if (left < 1 - ROUNDING)
      return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntilFree(count, limit, now) }
    count.current++
    return { allowed: true, limit, remaining: Math.max(0, Math.floor(left - 1 + ROUNDING)), resetSeconds }
  }

  #countOf(key: string, slice: number): Count {
    if (slice !== this.#slice) this.#begin(slice)
    let count = this.#counts.get(key)
    if (!count) {
      count = { slice, current: 0, previous: 0 }
      this.#counts.set(key, count)
    } else if (count.slice !== slice) {
      count.previous = count.slice === slice - 1 ? count.current : 0
      count.current = 0
      count.slice = slice
    }
    return count
  }

  /** #begin forgets those who have not asked in the last slice. */
  #begin(slice: number): void {
    this.#slice = slice
    for (const [key, count] of this.#counts) if (count.slice < slice - 1) this.#counts.delete(key)
  }
}
