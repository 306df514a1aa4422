// One's own account: codes, sign-in, refresh, registration, the bridge to a main backend, profile and API tokens.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { getOwner } from '#http/access.ts'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { clearSessionCookie, setSessionCookie } from '#http/session-cookie.ts'
import { SECOND } from '#time.ts'
import type { Caller } from './accounts.ts'
import { listApiTokens, makeApiToken, revokeApiToken } from './api-tokens.ts'
import { sendCode, verifyCode } from './codes.ts'
import { safeNext } from './next-path.ts'
import { presentMe, presentToken } from './present.ts'
import {
  ApiTokenCreate,
  ApiTokenCreated,
  ApiTokenOut,
  ApiTokenQuery,
  CodeRequest,
  CodeSent,
  CodeVerify,
  LoginForm,
  ProfileUpdate,
  Refused,
  SsoHealth,
  SsoQuery,
  Token,
  UserCreate,
  UserLogin,
  UserMeOut,
} from './schemas.ts'
import { refresh, type SignedIn, signOut } from './sessions.ts'
import { register, signIn } from './sign-in.ts'
import { signInByBridge } from './sso.ts'
import { changeProfile, getUser } from './users.ts'

const NoBody = Type.Unsafe<undefined>({
  type: 'null',
  description: 'A redirect to `next`, with the session in a cookie.',
})
const BEARER = [{ OAuth2PasswordBearer: [] }]

export function accountRoutes(app: App, deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'mail'>): void {
  app.post(
    '/auth/send-code',
    {
      config: { access: 'open' },
      schema: { tags: ['auth'], summary: 'Send a sign-in code', body: CodeRequest, response: { 200: CodeSent } },
    },
    (request) => sendCode(deps, request.body.identifier, callerOf(request)),
  )

  app.post(
    '/auth/verify-code',
    {
      config: { access: 'open', secretBody: true },
      schema: {
        tags: ['auth'],
        summary: 'Sign in with a code',
        body: CodeVerify,
        response: { 200: Token, 401: Refused },
      },
    },
    async (request, reply) => answer(request, reply, await verifyCode(deps, request.body, callerOf(request))),
  )

  app.post(
    '/auth/login',
    {
      config: { access: 'open', secretBody: true, takesForm: true, formSchema: LoginForm },
      schema: {
        tags: ['auth'],
        summary: 'Sign in with a password',
        body: UserLogin,
        response: { 200: Token, 401: Refused },
      },
    },
    async (request, reply) => {
      const given = request.body as { identifier?: string; username?: string; password: string }
      const identifier = given.identifier ?? given.username ?? ''
      return answer(request, reply, await signIn(deps, { identifier, password: given.password }, callerOf(request)))
    },
  )

  // Open to the gate, because an expired token can still be refreshed; refresh itself refuses all others.
  app.post(
    '/auth/refresh',
    {
      config: { access: 'open' },
      schema: {
        tags: ['auth'],
        summary: 'Exchange a token for its successor',
        security: BEARER,
        response: { 200: Token },
      },
    },
    async (request, reply) => answer(request, reply, await refresh(deps, request.credential.token)),
  )

  app.post(
    '/auth/register',
    {
      config: { access: 'open', secretBody: true },
      schema: { tags: ['auth'], summary: 'Make an account', body: UserCreate, response: { 200: Token } },
    },
    async (request, reply) => answer(request, reply, await register(deps, request.body, callerOf(request))),
  )

  app.get(
    '/auth/me',
    {
      config: { access: 'reader' },
      schema: { tags: ['auth'], summary: 'The current user', response: { 200: UserMeOut } },
    },
    async (request) => {
      const { actor } = getOwner(request)
      return presentMe(await getUser(deps, actor.userId), actor.role)
    },
  )

  app.patch(
    '/auth/me',
    {
      config: { access: 'reader', secretBody: true },
      schema: {
        tags: ['auth'],
        summary: 'Change your profile or password',
        body: ProfileUpdate,
        response: { 200: UserMeOut },
      },
    },
    async (request) => {
      const self = { ...getOwner(request), address: request.origin.address }
      return presentMe(await changeProfile(deps, self, request.body))
    },
  )

  app.post(
    '/auth/logout',
    {
      config: { access: 'open' },
      schema: { tags: ['auth'], summary: 'End the session', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await signOut(deps, request.credential.token)
      clearSessionCookie(request, reply)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/auth/sso-callback',
    {
      // A preview of the link that asks only for the head must not use up the token.
      exposeHeadRoute: false,
      config: { access: 'open' },
      schema: {
        tags: ['auth'],
        summary: 'Exchange a bridge token for a session',
        querystring: SsoQuery,
        response: { 307: NoBody, 401: Refused },
      },
    },
    async (request, reply) => {
      const signedIn = await signInByBridge(deps, request.query.token, callerOf(request))
      keepInCookie(request, reply, signedIn)
      return reply
        .code(307)
        .header('location', safeNext(request.query.next))
        .header('cache-control', 'no-store')
        .send(undefined)
    },
  )

  app.get(
    '/api/auth/sso-health',
    {
      config: { access: 'open' },
      schema: { tags: ['auth'], summary: 'Whether single sign-on is configured', response: { 200: SsoHealth } },
    },
    async () => ({ configured: deps.config.ssoSecret !== '', algorithm: 'HS256' as const }),
  )

  app.post(
    '/api/tokens',
    {
      config: { access: 'reader' },
      schema: {
        tags: ['auth'],
        summary: 'Make an API token',
        body: ApiTokenCreate,
        response: { 201: ApiTokenCreated },
      },
    },
    async (request, reply) => reply.code(201).send(await makeApiToken(deps, getOwner(request), request.body)),
  )

  app.get(
    '/api/tokens',
    {
      config: { access: 'reader' },
      schema: {
        tags: ['auth'],
        summary: 'Your API tokens',
        querystring: ApiTokenQuery,
        response: { 200: Type.Array(ApiTokenOut) },
      },
    },
    (request) => listApiTokens(deps, getOwner(request).actor, request.query.user_id),
  )

  app.delete(
    '/api/tokens/:token_id',
    {
      config: { access: 'reader' },
      schema: {
        tags: ['auth'],
        summary: 'Revoke an API token',
        params: Type.Object({ token_id: PathId('Id of the API token.') }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await revokeApiToken(deps, getOwner(request).actor, request.params.token_id)
      return reply.code(204).send(null)
    },
  )
}

const callerOf = ({ origin, actor }: FastifyRequest): Caller => ({
  address: origin.address,
  trusted: origin.network && !origin.crossSite,
  userId: actor.userId,
})

function keepInCookie(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): void {
  const seconds = Math.floor((signedIn.refreshableUntil - signedIn.issuedAt) / SECOND)
  setSessionCookie(request, reply, signedIn.token, seconds)
}

function answer(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  keepInCookie(request, reply, signedIn)
  return presentToken(signedIn)
}
