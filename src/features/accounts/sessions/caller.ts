// Who makes a request of accounts: before it is known whether they are let in, and as the owner of an account.

import { hash } from 'node:crypto'
import type { Person } from '#actor.ts'

/** A Caller is where a request comes from, what the program calls itself, and who was signed in there already. */
export type Caller = {
  address: string
  trusted: boolean
  userId: number | null
  device: string
  /** browser is the random value of a cookie by which a browser is known again; a new one has not been sent yet. */
  browser: string
  isNewBrowser: boolean
}

/** Self is a person who asks for something of their own account; without a session it is an API token that asks. */
export type Self = { actor: Person; sessionId: number | null }

/** hashOf: like a token, the value of the cookie is known to the database only as SHA-256. */
export const hashOf = (value: string): string => hash('sha256', value, 'hex')
