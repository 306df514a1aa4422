// The cookie that carries a session token for browsers: out of reach of scripts, sent only by this site's own pages.

import { stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOKEN_COOKIES } from '../gate/access.ts'

/** setSessionCookie keeps the cookie as long as the token can be refreshed, not just as long as it is valid. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  reply.header('set-cookie', stringifySetCookie({ ...attributes(request), value, maxAge }))
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', stringifySetCookie({ ...attributes(request), value: '', maxAge: 0, expires: new Date(0) }))
}

const attributes = (request: FastifyRequest) =>
  ({ name: TOKEN_COOKIES[0], path: '/', httpOnly: true, sameSite: 'lax', secure: request.origin.https }) as const
