// Helpers shared by account routes: the caller, and sending a sign-in.

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

/** A session that must set up a second factor before it may do anything still identifies its owner. */
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

/** Sends a sign-in as JSON and sets its cookie; one that waits for its second step is a 403. */
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

/** The origin that passkeys belong to. */
export const siteOf = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest): Site => ({
  origin: new URL(baseOf(config, request)).origin,
})
