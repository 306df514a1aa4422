// Access rules: finds a request's token, decides by the route's rule who acts or why the request is refused, and applies
// scopes, category bindings and recent proofs. Whether a token is valid is decided by accounts (CheckToken); the order of
// checks is in gate.ts.

import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { type Actor, LOCAL_NETWORK, type Person, rankOf, type Scope, VISITOR } from '#actor.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { factorNeeded, forbidden, proofNeeded, unauthenticated } from '#errors.ts'
import { MINUTE } from '#time.ts'
import type { RequestOrigin } from './trust.ts'

/** `least`: the role that a token needs, null if none is needed. `guarded`: a trusted network needs no token. */
type AccessRule = { guarded: boolean; least: Role | null }

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

/** Limits on a visitor's write: bytes per request, and how many pending items per sender and page, and in all. */
export type Allowance = { bytes: number; waiting?: { ofSender: number; inAll: number } }
/** For forms that leave nothing pending, such as signing in. */
export const BRIEF: Allowance = { bytes: 100 * 1024 }

export const isOpenWrite = ({ method, config }: { method: string | string[]; config?: { access?: Access } }): boolean =>
  config?.access !== undefined &&
  ACCESS[config.access].least === null &&
  [method].flat().some((one) => !SAFE_METHODS.has(one))

/**
 * A token's owner and the key under which its requests are counted. A session has an id and its last proof; an API token has
 * an id and scopes. `needsFactor`: a second factor has to be set up first.
 */
export type CheckedCaller = { actor: Person; countKey: string; needsFactor: boolean } & (
  | { sessionId: number; provedAt: number; tokenId: null; scopes: null }
  | { sessionId: null; provedAt: 0; tokenId: number; scopes: readonly Scope[] }
)
export type CheckToken = (
  token: string,
) => Promise<CheckedCaller | 'expired' | 'invalid'> | CheckedCaller | 'expired' | 'invalid'

/** Looks up the owner again, by session: the token itself may have been refreshed meanwhile. */
export type Recheck = (checked: CheckedCaller) => Promise<CheckedCaller | undefined>

/** Where a request's token was found, and the result of checking it. */
export type Credential = {
  from: 'none' | 'header' | 'cookie'
  token: string
  checked: CheckedCaller | 'expired' | 'invalid' | undefined
}

/** In the order in which they are read; the first is the one that we set. */
export const TOKEN_COOKIES = ['auth_token', 'access_token', 'token'] as const

/** In the order of the API's contract; a bad header never falls back to a cookie. */
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

/** For routes that require a token: the gate has already checked it. */
export function getOwner(request: FastifyRequest): CheckedCaller {
  const { checked } = request.credential
  if (typeof checked !== 'object') throw unauthenticated('Not authenticated')
  // Includes the address that the gate added.
  return { ...checked, actor: request.actor as Person }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF: throws if another site's page makes a browser write. A token in a header can't be sent that way. A listed origin may
 * write without a token, never with the visitor's cookie.
 */
export function refuseCrossSite(method: string, tokenFrom: Credential['from'], origin: RequestOrigin): void {
  if (!origin.crossSite || SAFE_METHODS.has(method)) return
  const isAllowed = tokenFrom === 'header' || (tokenFrom === 'none' && origin.listed)
  if (!isAllowed) throw forbidden('Cross-site request refused')
}

/** Returns who acts, or throws the refusal. */
export function admit(access: Access, { checked }: Credential, origin: RequestOrigin): Actor {
  const actor = typeof checked === 'object' ? checked.actor : undefined
  const { guarded, least } = ACCESS[access]
  // For an administrator the network makes no difference, and finding the peer's user costs a system call.
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

// What limits a request after admit has checked the role: an API token's scopes and categories, and the age of a proof.

/** A sign-in and POST /auth/step-up count as proofs for this long. */
export const PROOF_LASTS_MS = 10 * MINUTE

type Limits = { access?: Access; scopes?: readonly Scope[]; bound?: boolean; enrols?: boolean; stepUp?: boolean }

/** The scopes of which a route needs one; empty if every token may call it. */
export function scopesOf({ method, url, config }: RouteOptions): readonly Scope[] {
  if (config?.scopes) return config.scopes
  if (config?.stepUp || config?.access?.endsWith('admin')) return ['admin']
  const reads = [method].flat().every((one) => one === 'GET' || one === 'HEAD')
  if (url.startsWith('/api/pipeline/')) return reads ? ['read', 'pipeline'] : ['pipeline']
  return reads ? ['read'] : ['write']
}

/**
 * Returns who acts within the token's limits. On an open route, a token without the scope counts as no token. A caller
 * admitted by a trusted network isn't limited by a token that only names them.
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

/** A metrics token may do only that, because it is stored in another program's settings. */
const isInScope = (wanted: readonly Scope[], given: readonly Scope[]): boolean =>
  wanted.length > 0 ? wanted.some((scope) => given.includes(scope)) : given.some((scope) => scope !== 'metrics')

/** Throws unless the session was proven recently. API tokens can't prove anything, so their scope decides. */
export function requireProof({ sessionId, provedAt }: CheckedCaller, now: number): void {
  if (sessionId !== null && now - provedAt >= PROOF_LASTS_MS) throw proofNeeded()
}
