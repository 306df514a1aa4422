// Who may call what: finds a request's token, says by the route's rule who acts, or why the request is refused, and what an API
// token is limited to or only a recent proof opens.
// Whether a token is valid is the accounts' to say (CheckToken); in which order things are asked is the gate's (gate.ts).

import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { type Actor, LOCAL_NETWORK, type Person, rankOf, type Scope, VISITOR } from '#actor.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { factorNeeded, forbidden, proofNeeded, unauthenticated } from '#errors.ts'
import { MINUTE } from '#time.ts'
import type { RequestOrigin } from './trust.ts'

/** An AccessRule names the role that a token needs, null where none is needed; if guarded, a trusted network needs no token. */
type AccessRule = { guarded: boolean; least: Role | null }

/** ACCESS is every rule that a route can have. */
export const ACCESS = {
  open: { guarded: false, least: null },
  reader: { guarded: false, least: 'reader' },
  editor: { guarded: false, least: 'editor' },
  admin: { guarded: false, least: 'admin' },
  'guarded:any': { guarded: true, least: null },
  'guarded:reader': { guarded: true, least: 'reader' },
  'guarded:editor': { guarded: true, least: 'editor' },
  'guarded:admin': { guarded: true, least: 'admin' },
} as const satisfies Record<string, AccessRule>
export type Access = keyof typeof ACCESS

/**
 * An Allowance is what a visitor may send by a write: the bytes of one request, and of what then waits for people how many from
 * one sender about one page, and how many in all.
 */
export type Allowance = { bytes: number; waiting?: { ofSender: number; inAll: number } }
/** BRIEF is for forms that leave nothing behind that waits for anyone, as those of signing in. */
export const BRIEF: Allowance = { bytes: 100 * 1024 }

export const isOpenWrite = ({ method, config }: { method: string | string[]; config?: { access?: Access } }): boolean =>
  config?.access !== undefined &&
  ACCESS[config.access].least === null &&
  [method].flat().some((one) => !SAFE_METHODS.has(one))

/**
 * A CheckedCaller names its owner and the key under which its requests are counted. A session has an id and the time of its
 * last proof; an API token has an id and scopes instead. Where needsFactor is true, a second factor has to be set up first.
 */
export type CheckedCaller = { actor: Person; countKey: string; needsFactor: boolean } & (
  | { sessionId: number; provedAt: number; tokenId: null; scopes: null }
  | { sessionId: null; provedAt: 0; tokenId: number; scopes: readonly Scope[] }
)
export type CheckToken = (
  token: string,
) => Promise<CheckedCaller | 'expired' | 'invalid'> | CheckedCaller | 'expired' | 'invalid'

/** Recheck finds out what has become of the owner of a token; a token itself may have been passed on to its successor. */
export type Recheck = (checked: CheckedCaller) => Promise<CheckedCaller | undefined>

/** Credential is what a request showed: where the token stood, and what became of it. */
export type Credential = {
  from: 'none' | 'header' | 'cookie'
  token: string
  checked: CheckedCaller | 'expired' | 'invalid' | undefined
}

/** TOKEN_COOKIES in the order in which they are looked at; the first is the one that we set. */
export const TOKEN_COOKIES = ['auth_token', 'access_token', 'token'] as const

/** findToken looks in the contract's order; a bad header never falls back to a cookie. */
export function findToken(headers: IncomingHttpHeaders): { from: Credential['from']; token: string } {
  const { authorization, 'x-api-key': apiKey, cookie } = headers
  if (authorization !== undefined) {
    const [, token] = /^bearer +(.*)$/i.exec(authorization) ?? []
    return token === undefined ? { from: 'none', token: '' } : { from: 'header', token: token.trim() }
  }
  if (cookie !== undefined) {
    const cookies = parseCookie(cookie)
    const name = TOKEN_COOKIES.find((candidate) => cookies[candidate])
    if (name) return { from: 'cookie', token: cookies[name]! }
  }
  if (typeof apiKey === 'string') return { from: 'header', token: apiKey.trim() }
  return { from: 'none', token: '' }
}

/** getOwner is for routes that need a token: the gate has found its owner already. */
export function getOwner(request: FastifyRequest): CheckedCaller {
  const { checked } = request.credential
  if (typeof checked !== 'object') throw unauthenticated('Not authenticated')
  // The gate has added where the request comes from.
  return { ...checked, actor: request.actor as Person }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * refuseCrossSite throws when another site's page makes a browser write. A token in a header can't be sent that way: only
 * code that knows the token can. A listed origin may write without one, never with the visitor's cookie.
 */
export function refuseCrossSite(method: string, tokenFrom: Credential['from'], origin: RequestOrigin): void {
  if (!origin.crossSite || SAFE_METHODS.has(method)) return
  const isAllowed = tokenFrom === 'header' || (tokenFrom === 'none' && origin.listed)
  if (!isAllowed) throw forbidden('Cross-site request refused')
}

/** admit returns who acts, or throws the refusal. */
export function admit(access: Access, { checked }: Credential, origin: RequestOrigin): Actor {
  const actor = typeof checked === 'object' ? checked.actor : undefined
  const { guarded, least } = ACCESS[access]
  // Whoever may do everything already gains nothing by the network, and the system need not be asked for their peer.
  const mayEverything = actor?.role === LOCAL_NETWORK.role && actor.within === undefined
  if (guarded && !mayEverything && origin.network() && !origin.crossSite) {
    return actor ? { ...actor, role: LOCAL_NETWORK.role, within: undefined } : LOCAL_NETWORK
  }
  if (least === null) return actor ?? VISITOR
  if (!actor) {
    if (checked === 'expired') throw unauthenticated('Token expired')
    throw unauthenticated(checked === 'invalid' ? 'Invalid token' : 'Not authenticated')
  }
  if (rankOf(actor.role) < rankOf(least)) throw forbidden(`Requires the ${least} role`)
  return actor
}

// What an API token is limited to, and what only someone who has just proven who they are may do. Which role a route needs is
// decided before, by admit.

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
