// What an API token is limited to, and what only someone who has just proven who they are may do. Which role a route needs is
// decided before, in access.ts.

import type { RouteOptions } from 'fastify'
import { type Actor, type Scope, VISITOR } from '#actor.ts'
import { factorNeeded, forbidden, proofNeeded } from '#errors.ts'
import { MINUTE } from '#time.ts'
import { ACCESS, type Access, type CheckedCaller, type Credential } from './access.ts'

/** A sign-in and POST /auth/step-up are proofs; each lasts this long. */
export const PROOF_LASTS_MS = 10 * MINUTE

type Limits = { access?: Access; scopes?: readonly Scope[]; bound?: boolean; enrols?: boolean; stepUp?: boolean }

/** scopesOf are the scopes of which one is enough for a route; none where every token may call it. */
export function scopesOf({ method, url, config }: RouteOptions): readonly Scope[] {
  if (config?.scopes) return config.scopes
  if (config?.stepUp || config?.access?.endsWith('admin')) return ['admin']
  const reads = [method].flat().every((one) => one === 'GET' || one === 'HEAD')
  if (url.startsWith('/api/pipeline/')) return reads ? ['read', 'pipeline'] : ['pipeline']
  return reads ? ['read'] : ['write']
}

/**
 * withinLimits returns who acts when a token is taken at its word: where nobody needs a token, one that lacks the scope is as
 * good as none. Whoever a trusted network lets in is not limited by a token that only says who acts.
 */
export function withinLimits(route: Limits, checked: Credential['checked'], actor: Actor, now: number): Actor {
  if (typeof checked !== 'object' || actor !== checked.actor) return actor
  const { scopes = [], access, bound, enrols, stepUp } = route
  if (checked.needsFactor && !enrols) {
    if (ACCESS[access!].least === null) return VISITOR
    throw factorNeeded()
  }
  if (actor.within && !bound) {
    if (ACCESS[access!].least === null) return VISITOR
    throw forbidden('A token that is limited to categories cannot do this')
  }
  if (checked.scopes !== null && !isInScope(scopes, checked.scopes)) {
    if (ACCESS[access!].least === null) return VISITOR
    throw forbidden(scopes.length > 0 ? `Requires the scope ${scopes.join(' or ')}` : 'This token only reads /metrics')
  }
  if (stepUp) requireProof(checked, now)
  return actor
}

/** isInScope: what every other token may do, one for /metrics alone may not: it lies in the settings of another program. */
const isInScope = (wanted: readonly Scope[], given: readonly Scope[]): boolean =>
  wanted.length > 0 ? wanted.some((scope) => given.includes(scope)) : given.some((scope) => scope !== 'metrics')

/** requireProof throws unless the session has been proven lately. An API token has nothing to prove with: its scope counts. */
export function requireProof({ sessionId, provedAt }: CheckedCaller, now: number): void {
  if (sessionId !== null && now - provedAt >= PROOF_LASTS_MS) throw proofNeeded()
}
