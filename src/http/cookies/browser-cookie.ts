// The cookie by which a browser is known again: it says nothing of who uses it and authorises nothing.

import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '#time.ts'

const NAME = 'galley_browser'
const VALUE = /^[\w-]{43}$/
/** Browsers keep no cookie for longer than 400 days. */
const LIFE_SECONDS = (400 * DAY) / SECOND

type Browser = { browser: string; isNewBrowser: boolean }

/** browserOf is what the cookie says, or a new value for it. */
export function browserOf({ headers: { cookie } }: FastifyRequest): Browser {
  const given = cookie === undefined ? undefined : parseCookie(cookie)[NAME]
  if (given !== undefined && VALUE.test(given)) return { browser: given, isNewBrowser: false }
  return { browser: randomBytes(32).toString('base64url'), isNewBrowser: true }
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: request.origin.https } as const
  reply.header('set-cookie', stringifySetCookie({ name: NAME, value, maxAge: LIFE_SECONDS, ...attributes }))
}
