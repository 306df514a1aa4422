// The gate that every request passes before its body is read: origin → token → count → Host → access. It asks nothing of a
// route but its settings. A promise is made only for a token whose owner has to be looked up: one per request would be slow.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { GalleyError, tooManyRequests } from '#errors.ts'
import { addressKey } from '#networks.ts'
import { admit, type CheckToken, type Credential, findToken } from './access.ts'
import type { RateLimits } from './rate-limits.ts'
import { settleContentType } from './requests.ts'
import { originReader } from './trust.ts'

/** A Gate throws, or rejects with, what the request gets instead of its answer. */
type Gate = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

export function createGate(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  checkToken: CheckToken,
  limits: RateLimits,
  limitOf: (key: string) => number,
): Gate {
  const readOrigin = originReader(config)

  const gate: Gate = (request, reply) => {
    reply.header('x-request-id', request.id)
    request.origin = readOrigin(request.raw)
    settleContentType(request.raw)
    const found = findToken(request)
    const checked = check(found)
    if (checked instanceof Promise) return checked.then((known) => enter(request, reply, { ...found, checked: known }))
    enter(request, reply, { ...found, checked })
  }

  function check({ from, token }: ReturnType<typeof findToken>): Credential['checked'] | ReturnType<CheckToken> {
    if (from === 'none') return undefined
    return token === '' ? 'invalid' : checkToken(token)
  }

  function enter(request: FastifyRequest, reply: FastifyReply, credential: Credential): void {
    const { route, origin, method } = request
    request.credential = credential
    if (!route.uncounted) count(request, reply)
    if (!origin.hostAllowed && !route.anyHost) throw new GalleyError(421, 'Host not allowed')
    request.actor = admit(route.access!, method, credential, origin)
  }

  function count({ credential: { checked }, origin }: FastifyRequest, reply: FastifyReply): void {
    const key = typeof checked === 'object' ? checked.countKey : `ip:${addressKey(origin.address)}`
    const { allowed, limit, remaining, resetSeconds } = limits.take(key, limitOf(key), clock.now())
    reply
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', resetSeconds)
    if (!allowed) throw tooManyRequests(resetSeconds)
  }

  return gate
}
