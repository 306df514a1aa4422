// One's own account: codes, sign-in, refresh, registration, the bridge to a main backend, and the profile.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { clearStateCookie, setBrowserCookie, setStateCookie, stateOf } from '#http/cookies.ts'
import { BRIEF, getOwner, requireProof } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { getUser } from './accounts.ts'
import { presentMe } from './present.ts'
import { findUnexpected, signInAddress, signInByBridge } from './providers/sso.ts'
import {
  CodeRequest,
  CodeSent,
  CodeVerify,
  LoginForm,
  ProfileUpdate,
  Refused,
  SecondFactorNeeded,
  SsoHealth,
  SsoQuery,
  SsoStartQuery,
  Token,
  UserCreate,
  UserLogin,
  UserMeOut,
} from './schemas.ts'
import { refresh } from './sessions/sessions.ts'
import { callerOf, keepInCookie, sendToken } from './shared-routes.ts'
import { sendCode, verifyCode } from './sign-in/codes.ts'
import { safeNext } from './sign-in/next-path.ts'
import { register, signIn } from './sign-in/sign-in.ts'
import { acceptsPages, ConfirmationPage, sendConfirmation } from './sso-page-routes.ts'
import { changeProfile } from './users/users.ts'

const NoBody = Type.Unsafe<undefined>({
  type: 'null',
  description: 'A redirect to `next`, with the session in a cookie.',
})
const BEARER = [{ OAuth2PasswordBearer: [] }]

export function accountRoutes(app: App, deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>): void {
  app.post('/auth/send-code', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in' },
    schema: { tags: ['auth'], summary: 'Send a sign-in code', body: CodeRequest, response: { 200: CodeSent } },
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const sent = await sendCode(deps, request.body.identifier, caller)
      if (caller.isNewBrowser) setBrowserCookie(request, reply, caller.browser)
      return sent
    },
  })

  app.post('/auth/verify-code', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in', secretBody: true },
    schema: {
      tags: ['auth'],
      summary: 'Sign in with a code',
      body: CodeVerify,
      response: { 200: Token, 401: Refused, 403: SecondFactorNeeded },
    },
    handler: async (request, reply) =>
      sendToken(deps, request, reply, await verifyCode(deps, request.body, callerOf(request))),
  })

  app.post('/auth/login', {
    config: {
      access: 'open',
      allowance: BRIEF,
      budget: 'sign-in',
      secretBody: true,
      takesForm: true,
      formSchema: LoginForm,
    },
    schema: {
      tags: ['auth'],
      summary: 'Sign in with a password',
      body: UserLogin,
      response: { 200: Token, 401: Refused, 403: SecondFactorNeeded },
    },
    handler: async (request, reply) => {
      const given = request.body as { identifier?: string; username?: string; password: string }
      const identifier = given.identifier ?? given.username ?? ''
      return sendToken(
        deps,
        request,
        reply,
        await signIn(deps, { identifier, password: given.password }, callerOf(request)),
      )
    },
  })

  // Open, because an expired token can still be refreshed; refresh itself refuses all others.
  app.post('/auth/refresh', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in' },
    schema: { tags: ['auth'], summary: 'Refresh a token', security: BEARER, response: { 200: Token } },
    handler: async (request, reply) => sendToken(deps, request, reply, await refresh(deps, request.credential.token)),
  })

  app.post('/auth/register', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in', secretBody: true },
    schema: { tags: ['auth'], summary: 'Create an account', body: UserCreate, response: { 200: Token } },
    handler: async (request, reply) =>
      sendToken(deps, request, reply, await register(deps, request.body, callerOf(request))),
  })

  app.get('/auth/me', {
    config: { access: 'reader', budget: 'sign-in', bound: true, enrols: true, scopes: [] },
    schema: { tags: ['auth'], summary: 'Show your account', response: { 200: UserMeOut } },
    handler: async (request) => {
      const { actor } = getOwner(request)
      return presentMe(await getUser(deps, actor.userId), actor.role)
    },
  })

  app.patch('/auth/me', {
    config: { access: 'reader', secretBody: true },
    schema: {
      tags: ['auth'],
      summary: 'Change your profile or password',
      body: ProfileUpdate,
      response: { 200: UserMeOut },
    },
    handler: async (request) => {
      const owner = getOwner(request)
      const prove = () => requireProof(owner, deps.clock.now())
      return presentMe(await changeProfile(deps, owner, request.body, callerOf(request), prove))
    },
  })

  app.get('/api/auth/sso-start', {
    exposeHeadRoute: false,
    config: { access: 'open', budget: 'sign-in' },
    schema: {
      tags: ['auth'],
      summary: 'Start signing in with the main backend',
      querystring: SsoStartQuery,
      response: { 307: NoBody },
    },
    handler: async (request, reply) => {
      const state = setStateCookie(request, reply)
      const address = signInAddress(deps.config, state, safeNext(request.query.next))
      return reply.code(307).header('location', address).header('cache-control', 'no-store').send(undefined)
    },
  })

  app.get('/api/auth/sso-callback', {
    // A link preview's HEAD request must not use up the token.
    exposeHeadRoute: false,
    config: { access: 'open', budget: 'sign-in' },
    schema: {
      tags: ['auth'],
      summary: 'Exchange a bridge token for a session',
      description:
        'A browser in which the account was never used shows a page that names the account and asks first, unless the token has a `state`.',
      querystring: SsoQuery,
      produces: ['text/html'],
      response: { 200: ConfirmationPage, 307: NoBody, 401: Refused },
    },
    handler: async (request, reply) => {
      const { token, next } = request.query
      const email = acceptsPages(request) ? await findUnexpected(deps, token, callerOf(request)) : undefined
      if (email !== undefined) return sendConfirmation(deps, reply, email, { token, next: safeNext(next) })
      return enterByBridge(request, reply, token, next, 307)
    },
  })

  app.post('/api/auth/sso-confirm', {
    config: { access: 'open', allowance: BRIEF, budget: 'sign-in', secretBody: true, takesForm: true },
    schema: {
      tags: ['auth'],
      summary: 'Confirm signing in with a bridge token',
      body: SsoQuery,
      response: { 303: NoBody, 401: Refused },
    },
    handler: async (request, reply) => enterByBridge(request, reply, request.body.token, request.body.next, 303),
  })

  async function enterByBridge(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    next: string | undefined,
    code: 303 | 307,
  ) {
    const signedIn = await signInByBridge(deps, token, callerOf(request), stateOf(request))
    clearStateCookie(request, reply)
    await keepInCookie(deps, request, reply, signedIn)
    return reply.code(code).header('location', safeNext(next)).header('cache-control', 'no-store').send(undefined)
  }

  app.get('/api/auth/sso-health', {
    config: { access: 'open' },
    schema: { tags: ['auth'], summary: 'Check whether single sign-on is configured', response: { 200: SsoHealth } },
    handler: async () => ({ configured: deps.config.ssoSecret !== '', algorithm: 'HS256' as const }),
  })
}
