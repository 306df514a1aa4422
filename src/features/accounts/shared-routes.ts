// What the routes of accounts share: where a request comes from, and how a sign-in is sent.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { secondFactorNeeded } from '#errors.ts'
import { baseOf } from '#http/base.ts'
import { browserOf, setBrowserCookie, setSessionCookie } from '#http/cookies.ts'
import { SECOND } from '#time.ts'
import type { Site } from './factors/passkeys.ts'
import type { SignInOutcome } from './factors/second-factor.ts'
import { type NoticeDeps, notify } from './notices.ts'
import { presentToken } from './present.ts'
import type { Caller } from './sessions/caller.ts'
import type { SignedIn } from './sessions/sessions.ts'
import { deviceName } from './sign-in/device-name.ts'

/** signedInAs: a session that may do nothing yet, because its role asks for a second factor, is its owner's all the same. */
const signedInAs = ({ credential: { checked } }: FastifyRequest): number | null =>
  typeof checked === 'object' && checked.sessionId !== null ? checked.actor.userId : null

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.origin.address,
  trusted: request.origin.network() && !request.origin.crossSite,
  userId: signedInAs(request),
  device: deviceName(request.headers['user-agent']),
  ...browserOf(request),
})

export async function keepInCookie(
  deps: NoticeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<void> {
  const seconds = Math.floor((signedIn.refreshableUntil - signedIn.issuedAt) / SECOND)
  setSessionCookie(request, reply, signedIn.token, seconds)
  if (signedIn.browser !== undefined) setBrowserCookie(request, reply, signedIn.browser)
  for (const happening of signedIn.news ?? []) await notify(deps, signedIn.user, happening, callerOf(request))
}

/** sendToken sends a sign-in as JSON, and sets the same token as a cookie; one that waits for its second step is a 403. */
export async function sendToken(
  deps: NoticeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignInOutcome,
) {
  if ('ticket' in signedIn) throw secondFactorNeeded(signedIn)
  await keepInCookie(deps, request, reply, signedIn)
  return presentToken(signedIn)
}

/** siteOf is the site that a passkey belongs to. */
export const siteOf = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest): Site => ({
  origin: new URL(baseOf(config, request)).origin,
})
