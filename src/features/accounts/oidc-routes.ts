// Identity providers: redirect and callback, linking to an account, logout.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { forbidden, GalleyError, unauthenticated } from '#errors.ts'
import { PathId } from '#http/atoms.ts'
import { baseOf } from '#http/base.ts'
import { ownCookie, setOwnCookie } from '#http/cookies.ts'
import { BRIEF, getOwner, requireProof } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { requireMember } from './accounts.ts'
import { FLIGHT_LASTS_MS, type Flight, openFlight, sealFlight } from './providers/flights.ts'
import {
  endByProvider,
  enterByProvider,
  getProvider,
  linkIdentity,
  listOwnIdentities,
  unlinkIdentity,
} from './providers/oidc.ts'
import { finishFlight, startFlight } from './providers/oidc-client.ts'
import { recordRefusal } from './refusals.ts'
import { IdentityOut, LogoutToken, ProviderAddress, Refused, SsoStartQuery } from './schemas.ts'
import { callerOf, keepInCookie } from './shared-routes.ts'
import { safeNext } from './sign-in/next-path.ts'
import { acceptsPages } from './sso-page-routes.ts'

const tags = ['auth']
const params = Type.Object({ provider: Type.String({ maxLength: 40, description: 'The id of an identity provider.' }) })
const NoBody = Type.Unsafe<undefined>({ type: 'null', description: 'A redirect.' })
const COOKIE = 'galley_flight'
const SETTINGS_PAGE = '/panel/settings/profile'
const REFUSED_PAGE = '/panel/?refused='

type OidcRouteDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>

/** Requires a session: a link made with a stolen API token would outlive the token. */
function sessionOf(request: FastifyRequest) {
  const owner = getOwner(request)
  if (owner.sessionId === null) throw forbidden('An API token cannot change identity providers')
  return owner
}

export function oidcRoutes(app: App, deps: OidcRouteDeps): void {
  const { config, log } = deps
  const wayBack = (request: FastifyRequest, id: string) => `${baseOf(config, request)}/api/auth/oidc/${id}/callback`

  /** Returns the provider's address, and gives the browser the flight cookie. */
  async function redirectToProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    to: Pick<Flight, 'next' | 'session'>,
  ): Promise<string> {
    const { address, flight } = await startFlight(getProvider(deps, id), wayBack(request, id), to, log)
    setOwnCookie(request, reply, COOKIE, await sealFlight(deps, flight), FLIGHT_LASTS_MS)
    return address
  }

  app.get('/api/auth/oidc/:provider/start', {
    exposeHeadRoute: false,
    config: { access: 'open', budget: 'sign-in' },
    schema: {
      tags,
      summary: 'Start signing in with an identity provider',
      params,
      querystring: SsoStartQuery,
      response: { 307: NoBody },
    },
    handler: async (request, reply) => {
      const next = safeNext(request.query.next)
      const address = await redirectToProvider(request, reply, request.params.provider, { next, session: null })
      return reply.code(307).header('location', address).header('cache-control', 'no-store').send(undefined)
    },
  })

  app.get('/api/auth/oidc/:provider/callback', {
    exposeHeadRoute: false,
    config: { access: 'open', budget: 'sign-in' },
    schema: {
      tags,
      summary: 'Sign-in callback of an identity provider',
      params,
      response: { 303: NoBody, 401: Refused },
    },
    handler: async (request, reply) => {
      setOwnCookie(request, reply, COOKIE, '', 0)
      const next = await finishSignIn(request, reply).catch((error: unknown) => {
        if (!(error instanceof GalleyError) || !acceptsPages(request)) throw error
        return REFUSED_PAGE + encodeURIComponent(error.message)
      })
      return reply.code(303).header('location', next).header('cache-control', 'no-store').send(undefined)
    },
  })

  /** Only the browser that started may finish, and only a signed-in person with a fresh proof can link an identity. */
  async function finishSignIn(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { provider: id } = request.params as { provider: string }
    const provider = getProvider(deps, id)
    const flight = await openFlight(deps, ownCookie(request, COOKIE))
    if (flight?.provider !== id) throw unauthenticated('Invalid token')
    const here = new URL(wayBack(request, id))
    here.search = new URL(request.url, here).search
    if (flight.session !== null) requireLinker(request, flight.session)
    const claims = await finishFlight(provider, here, flight, log).catch(async (error: unknown) => {
      await recordRefusal(deps, undefined, 'provider', callerOf(request))
      throw error
    })
    if (flight.session !== null) {
      await linkIdentity(deps, sessionOf(request), provider, claims)
      return flight.next
    }
    await keepInCookie(deps, request, reply, await enterByProvider(deps, provider, claims, callerOf(request)))
    return flight.next
  }

  /**
   * The session that comes back must be the one that started: otherwise a stranger's flight would link the stranger's
   * identity here.
   */
  function requireLinker(request: FastifyRequest, session: number): void {
    const owner = sessionOf(request)
    if (owner.sessionId !== session) throw unauthenticated('Invalid token')
    requireProof(owner, deps.clock.now())
  }

  app.post('/api/auth/oidc/:provider/logout', {
    config: { access: 'open', allowance: BRIEF, secretBody: true, takesForm: true },
    schema: {
      tags,
      summary: 'End sessions for an identity provider (back-channel logout)',
      params,
      body: LogoutToken,
      response: { 204: Type.Null(), 401: Refused },
    },
    handler: (request) => endByProvider(deps, getProvider(deps, request.params.provider), request.body.logout_token),
  })

  app.get('/auth/identities', {
    config: { access: 'reader', scopes: ['admin'], enrols: true },
    schema: { tags, summary: 'List identity providers of your account', response: { 200: Type.Array(IdentityOut) } },
    handler: (request) => listOwnIdentities(deps, getOwner(request).actor),
  })

  app.post('/auth/identities/:provider/link', {
    config: { access: 'reader', stepUp: true },
    schema: {
      tags,
      summary: 'Link an identity provider',
      description: 'Sets a cookie and gives the address to send this browser to.',
      params,
      response: { 200: ProviderAddress },
    },
    handler: async (request, reply) => {
      const { sessionId: session, actor } = sessionOf(request)
      requireMember(actor)
      return {
        location: await redirectToProvider(request, reply, request.params.provider, { next: SETTINGS_PAGE, session }),
      }
    },
  })

  app.delete('/auth/identities/:identity_id', {
    config: { access: 'reader', stepUp: true },
    schema: {
      tags,
      summary: 'Unlink an identity provider',
      params: Type.Object({ identity_id: PathId('Id of the identity.') }),
      response: { 204: Type.Null() },
    },
    handler: (request) => unlinkIdentity(deps, sessionOf(request).actor, request.params.identity_id),
  })
}
