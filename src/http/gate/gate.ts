// The gate that every request passes before its body is read: Host → cross-site → token → rate limit → access. It asks
// nothing of a route but its settings.
//
// Why this order: a wrong Host and a cross-site write are refused from the headers alone, so another site can neither make
// the service look up a token nor use up the budget of the visitor whose browser it borrowed. The limit comes after the
// token, because a valid token is counted for itself and everything else for its address; it comes before access, so that
// guessing what one may do is limited too.

import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig } from 'fastify'
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
} from './access.ts'
import type { RateLimits, RateVerdict } from './rate-limits.ts'
import { withinLimits } from './scopes.ts'
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
