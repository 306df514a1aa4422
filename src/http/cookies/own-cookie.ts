// Cookies that only this host may set. On https their names begin with __Host-, which browsers take from no neighbouring host
// (evil.example.com could else plant a cookie for docs.example.com) and from no plain http. On http there is no such thing.

import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND } from '#time.ts'

const nameOn = ({ origin }: FastifyRequest, name: string): string => (origin.https ? `__Host-${name}` : name)

export const ownCookie = (request: FastifyRequest, name: string): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[nameOn(request, name)] || undefined

/** setOwnCookie: Lax, because the way back from another site is a link there. A life of 0 takes the cookie away. */
export function setOwnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  lifeMs: number,
): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: request.origin.https } as const
  reply.header(
    'set-cookie',
    stringifySetCookie({ name: nameOn(request, name), value, maxAge: lifeMs / SECOND, ...attributes }),
  )
}
