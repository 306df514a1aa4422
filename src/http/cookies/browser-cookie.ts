// The cookie by which a browser is known again: it says nothing of who uses it and authorises nothing.

import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY } from '#time.ts'
import { ownCookie, setOwnCookie } from './own-cookie.ts'

const NAME = 'galley_browser'
const VALUE = /^[\w-]{43}$/
/** Browsers keep no cookie for longer than 400 days. */
const LIFE_MS = 400 * DAY

type Browser = { browser: string; isNewBrowser: boolean }

/** browserOf is what the cookie says, or a new value for it. */
export function browserOf(request: FastifyRequest): Browser {
  const given = ownCookie(request, NAME)
  if (given !== undefined && VALUE.test(given)) return { browser: given, isNewBrowser: false }
  return { browser: randomBytes(32).toString('base64url'), isNewBrowser: true }
}

export const setBrowserCookie = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  setOwnCookie(request, reply, NAME, value, LIFE_MS)
