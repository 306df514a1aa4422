// The cookies that bind a sign-in elsewhere to the browser that set out for it: what comes back has to fit their value. They are
// with the browser and not with a node, so that any node takes the way back.

import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE, SECOND } from '#time.ts'

const NAME = 'galley_state'
const LIFE_SECONDS = (10 * MINUTE) / SECOND

export const stateOf = ({ headers: { cookie } }: FastifyRequest): string | undefined =>
  cookie === undefined ? undefined : parseCookie(cookie)[NAME] || undefined

export function setStateCookie(request: FastifyRequest, reply: FastifyReply): string {
  const value = randomBytes(32).toString('base64url')
  reply.header('set-cookie', stringifySetCookie({ ...attributes(request), value, maxAge: LIFE_SECONDS }))
  return value
}

export function clearStateCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (stateOf(request) !== undefined)
    reply.header('set-cookie', stringifySetCookie({ ...attributes(request), value: '', maxAge: 0 }))
}

const FLIGHT = 'galley_flight'

export function keepFlight(request: FastifyRequest, reply: FastifyReply, flight: object): void {
  const value = Buffer.from(JSON.stringify(flight)).toString('base64url')
  reply.header('set-cookie', stringifySetCookie({ ...attributes(request), name: FLIGHT, value, maxAge: LIFE_SECONDS }))
}

/** flightOf is undefined for a cookie that we did not write. */
export function flightOf<Flight>({ headers: { cookie } }: FastifyRequest): Flight | undefined {
  const value = cookie === undefined ? undefined : parseCookie(cookie)[FLIGHT]
  try {
    return value ? (JSON.parse(Buffer.from(value, 'base64url').toString()) as Flight) : undefined
  } catch {
    return undefined
  }
}

export function clearFlight(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', stringifySetCookie({ ...attributes(request), name: FLIGHT, value: '', maxAge: 0 }))
}

/** Lax: the way back is a link on another site. */
const attributes = (request: FastifyRequest) =>
  ({ name: NAME, path: '/api/auth/', httpOnly: true, sameSite: 'lax', secure: request.origin.https }) as const
