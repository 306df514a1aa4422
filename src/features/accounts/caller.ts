// Who makes a request of accounts, before it is known whether they are let in.

import { hash } from 'node:crypto'

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

/** hashOf: like a token, the value of the cookie is known to the database only as SHA-256. */
export const hashOf = (value: string): string => hash('sha256', value, 'hex')
