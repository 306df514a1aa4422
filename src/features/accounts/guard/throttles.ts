// Throttles: how often something may be attempted within a time span. Kept in the database, so that they survive restarts and
// count across nodes. An attempt is counted before its outcome is known, and taken back on success.
//
// Nobody may lock someone else out: failures count per account and network, and a browser in which the owner has signed in
// before has its own count, which strangers can't fill.

import { hash } from 'node:crypto'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { tooManyRequests } from '#errors.ts'
import { addressKey, networkKey } from '#networks.ts'
import { HOUR, MINUTE, SECOND } from '#time.ts'
import { hasBrowser } from '../sessions/browser-store.ts'
import { type Caller, hashOf } from '../sessions/caller.ts'
import type { UserRow } from '../user-store.ts'
import * as gate from './gate-store.ts'

export type ThrottleRule = { scope: string; most: number; withinMs: number }

const FAILED_FROM_NETWORK: ThrottleRule = { scope: 'sign-in-network', most: 10, withinMs: 15 * MINUTE }
const FAILED_IN_BROWSER: ThrottleRule = { scope: 'sign-in-browser', most: 10, withinMs: 15 * MINUTE }
const FAILED_ON_ACCOUNT: ThrottleRule = { scope: 'sign-in-account', most: 100, withinMs: 15 * MINUTE }
/** Three of a million codes are valid at a time: at this rate, guessing one takes about four years on average. */
export const WRONG_FACTORS: ThrottleRule = { scope: 'second-factor', most: 10, withinMs: HOUR }
export const FAILED_FROM_ADDRESS: ThrottleRule = { scope: 'sign-in-address', most: 50, withinMs: 15 * MINUTE }
/** For browsers in which the account was used before. They are exempt from the limits below, and have only this one. */
export const CODES_IN_BROWSER: ThrottleRule = { scope: 'code-browser', most: 5, withinMs: HOUR }
/** Per name and network; the mailbox has its own limit, under whatever name it is addressed. */
export const CODES_ASKED_FOR: ThrottleRule = { scope: 'code-target', most: 5, withinMs: HOUR }
export const CODES_TO_MAILBOX: ThrottleRule = { scope: 'code-mailbox', most: 5, withinMs: HOUR }
export const CODES_TO_MAILBOX_IN_ALL: ThrottleRule = { scope: 'code-mailbox-all', most: 20, withinMs: HOUR }
/** Members (everyone invited) don't count: otherwise strangers in the same office could keep them out. */
export const codesFromAddress = ({ codesPerAddress: most }: Pick<Deps['config'], 'codesPerAddress'>): ThrottleRule => ({
  scope: 'code-address',
  most: most || Number.MAX_SAFE_INTEGER,
  withinMs: HOUR,
})
export const INVITATIONS_TO_TARGET: ThrottleRule = { scope: 'invitation-target', most: 5, withinMs: HOUR }
export const INVITATIONS_BY_PERSON: ThrottleRule = { scope: 'invitation-person', most: 200, withinMs: HOUR }
export const REGISTRATIONS_FROM_ADDRESS: ThrottleRule = { scope: 'registration-address', most: 20, withinMs: HOUR }

/** Hashed, because people type passwords into the name field. Several keys share a prefix. */
const keyOf = (values: readonly string[]): string =>
  values.map((value) => hash('sha256', value, 'hex').slice(0, 32)).join('')

type ThrottleDeps = Pick<Deps, 'db' | 'clock'>

/** How long to wait, or 0 if there is room. Locks the key until the end of the transaction. */
export async function lockAndFindWait(
  { db, clock }: ThrottleDeps,
  tx: Tx,
  rule: ThrottleRule,
  ...values: string[]
): Promise<number> {
  const [key, now] = [keyOf(values), clock.now()]
  await db.dialect.lock(tx, `throttle:${rule.scope}:${key}`)
  const times = await gate.selectThrottleTimes(tx, rule.scope, key, now - rule.withinMs, rule.most)
  return times.length < rule.most ? 0 : times.at(-1)! + rule.withinMs - now
}

/** Records an attempt and returns its id, or throws a 429 with the time until the oldest one expires. */
export async function countAttempt(
  deps: ThrottleDeps,
  tx: Tx,
  rule: ThrottleRule,
  ...values: string[]
): Promise<number> {
  const wait = await lockAndFindWait(deps, tx, rule, ...values)
  if (wait > 0) throw tooManyRequests(wait / SECOND)
  return gate.insertThrottle(tx, rule.scope, keyOf(values), deps.clock.now())
}

/** The same for all names of an account; unknown names count too. */
export const accountKey = (user: Pick<UserRow, 'id'> | undefined, name: string): string =>
  user ? `user:${user.id}` : `name:${name}`

/** Where a password attempt was counted. */
type Attempt = { ids: number[]; rule: ThrottleRule; values: [string, string] }

/** Counts a password attempt before the password is checked. */
export const countSignIn = (
  deps: ThrottleDeps,
  user: Pick<UserRow, 'id'> | undefined,
  name: string,
  { address, browser }: Pick<Caller, 'address' | 'browser'>,
): Promise<Attempt> =>
  deps.db.inTransaction(async (tx) => {
    const account = accountKey(user, name)
    const browserHash = hashOf(browser)
    if (user && (await hasBrowser(tx, user.id, browserHash))) {
      const id = await countAttempt(deps, tx, FAILED_IN_BROWSER, account, browserHash)
      return { ids: [id], rule: FAILED_IN_BROWSER, values: [account, browserHash] }
    }
    const network = networkKey(address)
    const ids = [
      await countAttempt(deps, tx, FAILED_FROM_NETWORK, account, network),
      await countAttempt(deps, tx, FAILED_FROM_ADDRESS, addressKey(address)),
      await countAttempt(deps, tx, FAILED_ON_ACCOUNT, account),
    ]
    return { ids, rule: FAILED_FROM_NETWORK, values: [account, network] }
  })

/** Removes a successful attempt and the failures before it in the same place. */
export async function forgetAttempt(tx: Tx, { ids, rule, values }: Attempt): Promise<void> {
  await gate.deleteThrottles(tx, ids)
  await gate.deleteThrottlesOf(tx, rule.scope, keyOf(values))
}

/** Forgets all failures of an account after its owner has signed in another way. */
export async function forgetSignIns(tx: Tx, user: Pick<UserRow, 'id'>): Promise<void> {
  const account = accountKey(user, '')
  for (const { scope } of [FAILED_FROM_NETWORK, FAILED_IN_BROWSER, FAILED_ON_ACCOUNT])
    await gate.deleteThrottlesUnder(tx, scope, keyOf([account]))
}

/** Lets a person receive codes again although too many were requested, by whomever. */
export async function forgetCodes(tx: Tx, { email, username }: Pick<UserRow, 'email' | 'username'>): Promise<void> {
  await gate.deleteThrottlesOf(tx, CODES_TO_MAILBOX_IN_ALL.scope, keyOf([email]))
  await gate.deleteThrottlesUnder(tx, CODES_TO_MAILBOX.scope, keyOf([email]))
  for (const name of [email, ...(username === null ? [] : [username])])
    await gate.deleteThrottlesUnder(tx, CODES_ASKED_FOR.scope, keyOf([name]))
  await gate.forgetSent(tx, email)
}

export const forgetFactorAttempts = (tx: Tx, { id }: Pick<UserRow, 'id'>): Promise<void> =>
  gate.deleteThrottlesOf(tx, WRONG_FACTORS.scope, keyOf([`user:${id}`]))
