// The cookie that carries a session token for browsers: out of reach of scripts, sent by this site's own pages alone.

import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'auth_token'

/** setSessionCookie keeps the cookie as long as the token can be refreshed, not just as long as it is valid. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number): void {
  reply.setCookie(NAME, token, { ...attributes(request), maxAge })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(NAME, attributes(request))
}

const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.origin.https }) as const
