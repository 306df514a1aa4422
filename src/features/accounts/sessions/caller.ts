// Who makes a request: an anonymous caller of sign-in endpoints, or the owner of an account.

import { hash } from 'node:crypto'
import type { Person } from '#actor.ts'

/** Where a request comes from, its program, and who was signed in already. */
export type Caller = {
  address: string
  trusted: boolean
  userId: number | null
  device: string
  /** The random value of the cookie that identifies a browser; a new one hasn't been sent yet. */
  browser: string
  isNewBrowser: boolean
}

/** A person acting on their own account; without a session it is an API token. */
export type Self = { actor: Person; sessionId: number | null }

/** Like tokens, cookie values are stored as SHA-256. */
export const hashOf = (value: string): string => hash('sha256', value, 'hex')
