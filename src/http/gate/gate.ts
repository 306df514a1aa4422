// The gate that every request passes before its body is read: Host → cross-site → token → rate limit → access. It knows
// nothing of a route but its settings.
//
// Why this order: a wrong Host and a cross-site write are refused by the headers alone, so another site can neither cause
// token look-ups nor use up its visitor's rate limit. The limit comes after the token, because a valid token is counted by
// itself and everything else by address; and before access, so that probing is limited too.
//
// Also here: CORS, which runs before the gate, and the rate limits.

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

/** What the gate finds out about a request, in order: a refused request has only the first fields. */
export type Admission = {
  /** The matched pattern and its settings. */
  route: FastifyContextConfig & { url: string }
  origin: RequestOrigin
  credential: Credential
  actor: Actor
  /** The sequence of changes that the decision took into account. */
  asOf?: number | undefined
  /** Undefined for uncounted routes. */
  rate: RateVerdict | undefined
}

/**
 * Throws or rejects if the request is refused. Returns a promise only if the token's owner has to be looked up: most are
 * cached, and a promise per request is a measurable cost.
 */
export type Gate = (request: IncomingMessage, admission: Admission) => void | Promise<void>

/** A second check of an admitted request, once its body has arrived. */
type RecheckAccess = (admission: Admission) => void | Promise<void>

export const reads = (method: string): boolean => method === 'GET' || method === 'HEAD'

const ACCOUNTS = [TAGS.accounts]

export function createGate(
  { config, clock, db }: Deps,
  { checkToken, recheck }: { checkToken: CheckToken; recheck: Recheck },
  limits: RateLimits,
  limitOf: (key: string) => number,
): { gate: Gate; recheckAccess: RecheckAccess } {
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
   * Clients may delay their body, so rights are checked again when it has arrived: by session, because the token may have
   * been refreshed meanwhile.
   */
  const recheckAccess: RecheckAccess = (admission) => {
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
    // Few reads are audited, so the others save the copy.
    admission.actor = isRead && !route.audited ? limited : { ...limited, address: origin.address }
  }

  function count(admission: Admission): void {
    const { credential, origin, route } = admission
    const isOwn = typeof credential.checked === 'object' && route.budget !== 'search'
    const key = isOwn
      ? (credential.checked as CheckedCaller).countKey
      : `${route.budget ?? 'ip'}:${addressKey(origin.address)}`
    admission.rate = limits.consume(key, limitOf(key), clock.now())
    if (!admission.rate.allowed) throw tooManyRequests(admission.rate.resetSeconds)
  }

  return { gate, recheckAccess }
}

// CORS: browsers may call the API from the origins in GALLEY_CORS_ORIGINS, and from no other; without a list, no response has
// CORS headers. Trust is decided in trust.ts, the cookie's validity in access.ts.

/** The plugin's own route, which makes the router accept preflights. */
export const PREFLIGHT_ROUTE = '*'

/** Must run before the gate: a page can read a 401 or 429 only with CORS headers. */
export function allowListedOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const listed = new Set(origins)
  app.register(cors, {
    // One origin or none, never `*`, which browsers refuse with credentials.
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
    // Otherwise an OPTIONS without preflight headers would get the plugin's own 400.
    strictPreflight: false,
  })
}

// Rate limits, in memory and per node: a sliding window of a minute, made of this minute's count and a share of the last
// one's. No request costs a database write.
//
// Glossary
//   slice   a calendar minute; the window is the current slice and part of the last one

const WINDOW_MS = 60_000
/** Shares are inexact: a client that returns at its Retry-After must be admitted. */
const ROUNDING = 1e-6

type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

type Count = { slice: number; current: number; previous: number }

/** The part of the last slice's count that is still within the window. */
const fading = ({ previous }: Count, now: number): number => previous * (1 - (now % WINDOW_MS) / WINDOW_MS)

/** When the window has room for one more, if nobody else asks meanwhile. */
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

  /** Counts a request and says whether it may pass; a limit of 0 means unlimited. */
  consume(key: string, limit: number, now: number): RateVerdict {
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

  /** Forgets keys without requests in the last slice. */
  #begin(slice: number): void {
    this.#slice = slice
    for (const [key, count] of this.#counts) if (count.slice < slice - 1) this.#counts.delete(key)
  }
}
