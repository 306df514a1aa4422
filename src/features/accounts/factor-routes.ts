// Second factors: the second step of a sign-in, and managing them. `enrols` keeps these routes open to people whose role
// requires a second factor that they don't have yet; everything else that needs a role is closed to them.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import { BRIEF, getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import * as factors from './factors/factors.ts'
import { challengeFor, completeSignIn } from './factors/second-factor.ts'
import {
  Challenge,
  FactorAdded,
  FactorsOut,
  PasskeyAdd,
  PasskeyAdded,
  RecoveryCodesOut,
  Refused,
  SecondFactor,
  SecondFactorTicket,
  Token,
  TotpConfirm,
  TotpOut,
} from './schemas.ts'
import { callerOf, sendToken, siteOf } from './shared-routes.ts'
import { beginStepUp } from './sign-in/step-up.ts'

const tags = ['auth']
const config = { access: 'reader', scopes: ['admin'], enrols: true } as const
// A stolen session must not be able to add the thief's factor or to remove the owner's.
const proven = { ...config, stepUp: true } as const

export function factorRoutes(app: App, deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>): void {
  app.post('/auth/second-factor', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in', secretBody: true },
    schema: {
      tags,
      summary: 'Complete a sign-in with a second factor',
      description:
        'A sign-in that needs one is a 403 with `second_factor`: a ticket for this endpoint, and the methods that it takes. Give one of `totp`, `recovery_code`, or `passkey` (the answer to `POST /auth/second-factor/options`).',
      body: SecondFactor,
      response: { 200: Token, 401: Refused },
    },
    handler: async (request, reply) => {
      const site = siteOf(deps.config, request)
      return sendToken(deps, request, reply, await completeSignIn(deps, request.body, site, callerOf(request)))
    },
  })

  app.post('/auth/second-factor/options', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in', secretBody: true },
    schema: {
      tags,
      summary: 'Get a passkey challenge for signing in',
      body: SecondFactorTicket,
      response: { 200: Challenge, 401: Refused },
    },
    handler: async (request) => {
      const { ticket } = request.body
      return { ticket, options: await challengeFor(deps, ticket, siteOf(deps.config, request)) }
    },
  })

  app.post('/auth/step-up/options', {
    config: { ...config, scopes: [] },
    schema: { tags, summary: 'Get a passkey challenge for confirming your identity', response: { 200: Challenge } },
    handler: (request) => beginStepUp(deps, getOwner(request), siteOf(deps.config, request)),
  })

  app.get('/auth/factors', {
    config,
    schema: { tags, summary: 'List your second factors', response: { 200: FactorsOut } },
    handler: (request) => factors.listFactors(deps, getOwner(request)),
  })

  app.post('/auth/factors/totp', {
    config: proven,
    schema: { tags, summary: 'Start setting up an authenticator app', response: { 200: TotpOut } },
    handler: (request) => factors.beginTotp(deps, getOwner(request)),
  })

  app.post('/auth/factors/totp/confirm', {
    config: { ...proven, secretBody: true },
    schema: {
      tags,
      summary: 'Confirm the authenticator app with a code',
      body: TotpConfirm,
      response: { 200: FactorAdded },
    },
    handler: (request) => factors.confirmTotp(deps, getOwner(request), request.body.code),
  })

  app.delete('/auth/factors/totp', {
    config: proven,
    schema: { tags, summary: 'Remove the authenticator app', response: { 204: Type.Null() } },
    handler: (request) => factors.removeTotp(deps, getOwner(request)),
  })

  app.post('/auth/factors/recovery-codes', {
    config: proven,
    schema: { tags, summary: 'Generate new recovery codes', response: { 200: RecoveryCodesOut } },
    handler: (request) => factors.renewRecoveryCodes(deps, getOwner(request)),
  })

  app.post('/auth/factors/passkeys/options', {
    config: proven,
    schema: { tags, summary: 'Start adding a passkey', response: { 200: Challenge } },
    handler: (request) => factors.beginPasskey(deps, getOwner(request), siteOf(deps.config, request)),
  })

  app.post('/auth/factors/passkeys', {
    config: { ...proven, secretBody: true },
    schema: { tags, summary: 'Add a passkey', body: PasskeyAdd, response: { 201: PasskeyAdded } },
    handler: (request) => factors.addPasskey(deps, getOwner(request), request.body, siteOf(deps.config, request)),
  })

  app.delete('/auth/factors/passkeys/:passkey_id', {
    config: proven,
    schema: {
      tags,
      summary: 'Remove a passkey',
      params: Type.Object({ passkey_id: PathId('Id of the passkey.') }),
      response: { 204: Type.Null() },
    },
    handler: (request) => factors.removePasskey(deps, getOwner(request), request.params.passkey_id),
  })
}
