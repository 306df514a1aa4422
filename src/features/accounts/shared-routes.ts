// What the routes of accounts share: where a request comes from, and how a sign-in is sent.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { browserOf, setBrowserCookie } from '#http/browser-cookie.ts'
import { setSessionCookie } from '#http/session-cookie.ts'
import { SECOND } from '#time.ts'
import type { Caller } from './caller.ts'
import { deviceName } from './device-name.ts'
import { presentToken } from './present.ts'
import type { SignedIn } from './sessions.ts'

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.origin.address,
  trusted: request.origin.network && !request.origin.crossSite,
  userId: request.actor.userId,
  device: deviceName(request.headers['user-agent']),
  ...browserOf(request),
})

export function keepInCookie(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): void {
  const seconds = Math.floor((signedIn.refreshableUntil - signedIn.issuedAt) / SECOND)
  setSessionCookie(request, reply, signedIn.token, seconds)
  if (signedIn.browser !== undefined) setBrowserCookie(request, reply, signedIn.browser)
}

/** sendToken sends a sign-in as JSON, and sets the same token as a cookie. */
export function sendToken(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  keepInCookie(request, reply, signedIn)
  return presentToken(signedIn)
}
