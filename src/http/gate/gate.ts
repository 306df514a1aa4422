// The gate that every request passes before its body is read: Host → cross-site → token → rate limit → access. It asks
// nothing of a route but its settings.
//
// Why this order: a wrong Host and a cross-site write are refused from the headers alone, so another site can neither make
// the service look up a token nor use up the budget of the visitor whose browser it borrowed. The limit comes after the
// token, because a valid token is counted for itself and everything else for its address; it comes before access, so that
// guessing what one may do is limited too.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { GalleyError, tooManyRequests } from '#errors.ts'
import { addressKey } from '#networks.ts'
import { settleContentType } from '../requests/requests.ts'
import { admit, type CheckToken, type Credential, findToken, refuseCrossSite } from './access.ts'
import type { RateLimits } from './rate-limits.ts'
import { withinLimits } from './scopes.ts'
import { originReader } from './trust.ts'

/**
 * A Gate throws, or rejects with, the error that refuses the request. It returns a promise only for a token whose owner has
 * to be looked up: most are known, and a promise per request is a measurable cost.
 */
export type Gate = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

const reads = (method: string): boolean => method === 'GET' || method === 'HEAD'

export function createGate(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  checkToken: CheckToken,
  limits: RateLimits,
  limitOf: (key: string) => number,
): Gate {
  const readOrigin = originReader(config)

  const gate: Gate = (request, reply) => {
    reply.header('x-request-id', request.id)
    const origin = readOrigin(request.raw)
    request.origin = origin
    settleContentType(request.raw)
    if (!origin.hostAllowed && !request.route.anyHost) throw new GalleyError(421, 'Host not allowed')
    const found = findToken(request)
    refuseCrossSite(request.method, found.from, origin)
    const checked = check(found)
    if (checked instanceof Promise) return checked.then((known) => enter(request, reply, { ...found, checked: known }))
    enter(request, reply, { ...found, checked })
  }

  function check({ from, token }: ReturnType<typeof findToken>): Credential['checked'] | ReturnType<CheckToken> {
    if (from === 'none') return undefined
    return token === '' ? 'invalid' : checkToken(token)
  }

  function enter(request: FastifyRequest, reply: FastifyReply, credential: Credential): void {
    const { route, origin } = request
    request.credential = credential
    if (!route.uncounted) count(request, reply)
    const actor = admit(route.access!, credential, origin)
    const limited = withinLimits(route, credential.checked, actor, clock.now())
    // Only what changes something is audited; a copy for every read would be waste.
    request.actor = reads(request.method) ? limited : { ...limited, address: origin.address }
  }

  function count({ credential: { checked }, origin, route }: FastifyRequest, reply: FastifyReply): void {
    const isOwn = typeof checked === 'object' && !route.budget
    const key = isOwn ? checked.countKey : `${route.budget ?? 'ip'}:${addressKey(origin.address)}`
    const { allowed, limit, remaining, resetSeconds } = limits.take(key, limitOf(key), clock.now())
    reply
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', resetSeconds)
    if (!allowed) throw tooManyRequests(resetSeconds)
  }

  return gate
}
