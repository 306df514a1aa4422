// The cookies that the service sets: the session token, by which a browser is known again, and what binds a sign-in to a browser.

import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, MINUTE, SECOND } from '#time.ts'
import { TOKEN_COOKIES } from './gate/access.ts'

/** Out of reach of scripts. Lax: other sites' pages can't post with it, but a link that leads here from one brings it. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.origin.https }) as const

/** setSessionCookie keeps the cookie as long as the token can be refreshed, not just as long as it is valid. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  reply.header('set-cookie', stringifySetCookie({ name: TOKEN_COOKIES[0], ...attributes(request), value, maxAge }))
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const gone = { value: '', maxAge: 0, expires: new Date(0) }
  reply.header('set-cookie', stringifySetCookie({ name: TOKEN_COOKIES[0], ...attributes(request), ...gone }))
}

/**
 * The cookies below may be set by this host alone. On https their names begin with __Host-, which browsers accept neither from a
 * neighbouring host (evil.example.com could else plant a cookie for docs.example.com) nor over plain http. On http there is no
 * such protection.
 */
const nameOn = ({ origin }: FastifyRequest, name: string): string => (origin.https ? `__Host-${name}` : name)

export const ownCookie = (request: FastifyRequest, name: string): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[nameOn(request, name)] || undefined

/** setOwnCookie: a life of 0 takes the cookie away. */
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

/** By BROWSER_COOKIE a browser is known again: it says nothing of who uses it and authorises nothing. */
const BROWSER_COOKIE = 'galley_browser'
const BROWSER_VALUE = /^[\w-]{43}$/
/** Browsers keep no cookie for longer than 400 days. */
const BROWSER_LIFE_MS = 400 * DAY

type Browser = { browser: string; isNewBrowser: boolean }

/** browserOf is what the cookie says, or a new value for it. */
export function browserOf(request: FastifyRequest): Browser {
  const given = ownCookie(request, BROWSER_COOKIE)
  if (given !== undefined && BROWSER_VALUE.test(given)) return { browser: given, isNewBrowser: false }
  return { browser: newValue(), isNewBrowser: true }
}

export const setBrowserCookie = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  setOwnCookie(request, reply, BROWSER_COOKIE, value, BROWSER_LIFE_MS)

/**
 * STATE_COOKIE binds a sign-in by the main backend to the browser that began it: the token that comes back has to name its value.
 * It is kept by the browser and not by a node, so that any node can complete the sign-in.
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
