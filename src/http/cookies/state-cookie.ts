// The cookie that binds a sign-in by the main backend to the browser that set out for it: the token that comes back has to name
// its value. It is with the browser and not with a node, so that any node takes the way back.

import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE } from '#time.ts'
import { ownCookie, setOwnCookie } from './own-cookie.ts'

const NAME = 'galley_state'
const LIFE_MS = 10 * MINUTE

export const stateOf = (request: FastifyRequest): string | undefined => ownCookie(request, NAME)

export function setStateCookie(request: FastifyRequest, reply: FastifyReply): string {
  const value = randomBytes(32).toString('base64url')
  setOwnCookie(request, reply, NAME, value, LIFE_MS)
  return value
}

export function clearStateCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (stateOf(request) !== undefined) setOwnCookie(request, reply, NAME, '', 0)
}
