// The service's cookies: the session token, the known browser, and the state of a sign-in.

import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, MINUTE, SECOND } from '#time.ts'
import { TOKEN_COOKIES } from './gate/access.ts'

/** Not readable by scripts. Lax: not sent with cross-site POSTs, but with links from other sites. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.origin.https }) as const

/** Kept as long as the token can be refreshed, not just as long as it is valid. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  reply.header('set-cookie', stringifySetCookie({ name: TOKEN_COOKIES[0], ...attributes(request), value, maxAge }))
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const gone = { value: '', maxAge: 0, expires: new Date(0) }
  reply.header('set-cookie', stringifySetCookie({ name: TOKEN_COOKIES[0], ...attributes(request), ...gone }))
}

/**
 * On https the names below begin with __Host-, so that neither a sibling host (evil.example.com for docs.example.com) nor
 * plain http can plant them. On http there is no such protection.
 */
const nameOn = ({ origin }: FastifyRequest, name: string): string => (origin.https ? `__Host-${name}` : name)

export const ownCookie = (request: FastifyRequest, name: string): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[nameOn(request, name)] || undefined

/** A `maxAge` of 0 deletes the cookie. */
export function setOwnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  lifeMs: number,
): void {
  reply.header(
    'set-cookie',
    stringifySetCookie({ name: nameOn(request, name), value, maxAge: lifeMs / SECOND, ...attributes(request) }),
  )
}

const newValue = (): string => randomBytes(32).toString('base64url')

/** Recognises a browser; identifies no person and authorises nothing. */
const BROWSER_COOKIE = 'galley_browser'
const BROWSER_VALUE = /^[\w-]{43}$/
/** Browsers keep no cookie for longer. */
const BROWSER_LIFE_MS = 400 * DAY

type Browser = { browser: string; isNewBrowser: boolean }

/** The cookie's value, or a new one. */
export function browserOf(request: FastifyRequest): Browser {
  const given = ownCookie(request, BROWSER_COOKIE)
  if (given !== undefined && BROWSER_VALUE.test(given)) return { browser: given, isNewBrowser: false }
  return { browser: newValue(), isNewBrowser: true }
}

export const setBrowserCookie = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  setOwnCookie(request, reply, BROWSER_COOKIE, value, BROWSER_LIFE_MS)

/**
 * Binds a bridge sign-in to the browser that started it: the returned token has to contain its value. Kept by the browser
 * rather than a node, so that any node can finish the sign-in.
 */
const STATE_COOKIE = 'galley_state'
const STATE_LIFE_MS = 10 * MINUTE

export const stateOf = (request: FastifyRequest): string | undefined => ownCookie(request, STATE_COOKIE)

export function setStateCookie(request: FastifyRequest, reply: FastifyReply): string {
  const value = newValue()
  setOwnCookie(request, reply, STATE_COOKIE, value, STATE_LIFE_MS)
  return value
}

export function clearStateCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (stateOf(request) !== undefined) setOwnCookie(request, reply, STATE_COOKIE, '', 0)
}
