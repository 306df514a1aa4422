// What the routes of accounts share: where a request comes from, and how a sign-in is sent.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { setSessionCookie } from '#http/session-cookie.ts'
import { SECOND } from '#time.ts'
import type { Caller } from './caller.ts'
import { deviceName } from './device-name.ts'
import { presentToken } from './present.ts'
import type { SignedIn } from './sessions.ts'

export const callerOf = ({ origin, actor, headers }: FastifyRequest): Caller => ({
  address: origin.address,
  trusted: origin.network && !origin.crossSite,
  userId: actor.userId,
  device: deviceName(headers['user-agent']),
})

export function keepInCookie(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): void {
  const seconds = Math.floor((signedIn.refreshableUntil - signedIn.issuedAt) / SECOND)
  setSessionCookie(request, reply, signedIn.token, seconds)
}

/** sendToken sends a sign-in as JSON, and sets the same token as a cookie. */
export function sendToken(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  keepInCookie(request, reply, signedIn)
  return presentToken(signedIn)
}
