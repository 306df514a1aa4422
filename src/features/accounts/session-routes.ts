// Sessions: listing and ending them, and the proof (step-up) that some endpoints require.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import { clearSessionCookie } from '#http/cookies.ts'
import { BRIEF, getOwner, PROOF_LASTS_MS, requireProof } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { stamp } from '#time.ts'
import { EndAll, SessionOut, SessionQuery, StepUp, StepUpOut } from './schemas.ts'
import { endEverySession, endOneSession, listSessions } from './sessions/session-list.ts'
import { signOut } from './sessions/sessions.ts'
import { callerOf, siteOf } from './shared-routes.ts'
import { stepUp } from './sign-in/step-up.ts'

export function sessionRoutes(app: App, deps: Pick<Deps, 'config' | 'db' | 'clock'>): void {
  app.post('/auth/logout', {
    // Open, so that a browser whose session has ended can still clear its cookie.
    config: { access: 'open', allowance: BRIEF },
    schema: { tags: ['auth'], summary: 'End the session', response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await signOut(deps, request.credential.token)
      clearSessionCookie(request, reply)
    },
  })

  app.post('/auth/logout-all', {
    config: { access: 'reader', enrols: true, scopes: [], bodyOptional: true },
    schema: { tags: ['auth'], summary: 'End all of your sessions', body: EndAll, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await endEverySession(deps, getOwner(request), request.body?.tokens === true)
      clearSessionCookie(request, reply)
    },
  })

  app.get('/auth/sessions', {
    config: { access: 'reader', scopes: ['admin'], audited: true },
    schema: {
      tags: ['auth'],
      summary: 'List your sessions',
      querystring: SessionQuery,
      response: { 200: Type.Array(SessionOut) },
    },
    handler: (request) => {
      const owner = getOwner(request)
      if (isOthers(owner.actor.userId, request.query.user_id)) requireProof(owner, deps.clock.now())
      return listSessions(deps, owner, request.query.user_id)
    },
  })

  app.delete('/auth/sessions/:session_id', {
    config: { access: 'reader', scopes: ['admin'] },
    schema: {
      tags: ['auth'],
      summary: 'End a session',
      params: Type.Object({ session_id: PathId('Id of the session.') }),
      response: { 204: Type.Null() },
    },
    handler: async (request) => {
      const owner = getOwner(request)
      await endOneSession(deps, owner, request.params.session_id, () => requireProof(owner, deps.clock.now()))
    },
  })

  app.post('/auth/step-up', {
    config: { access: 'reader', enrols: true, scopes: [], secretBody: true },
    schema: {
      tags: ['auth'],
      summary: 'Confirm your identity',
      description:
        'Endpoints that need a fresh proof respond with 403 `Confirm it is you` and `step_up: true` without one. A proof lasts ten minutes; a sign-in counts as one. Ask for a code with `POST /auth/send-code`.',
      body: StepUp,
      response: { 200: StepUpOut },
    },
    handler: async (request) => {
      const site = siteOf(deps.config, request)
      const provedAt = await stepUp(deps, getOwner(request), request.body, site, callerOf(request))
      return { until: stamp(provedAt + PROOF_LASTS_MS) }
    },
  })
}

const isOthers = (own: number, asked: number | undefined): boolean => asked !== undefined && asked !== own
