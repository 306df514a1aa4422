// The cookie that binds a sign-in elsewhere to the browser that set out for it: what comes back has to name its value.

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

/** Lax: the way back is a link on another site. */
const attributes = (request: FastifyRequest) =>
  ({ name: NAME, path: '/api/auth/', httpOnly: true, sameSite: 'lax', secure: request.origin.https }) as const
