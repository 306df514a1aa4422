// Throttles: how often something may be tried in a span of time, kept in the database, so that they survive a restart and
// hold across all nodes. An attempt is counted before its outcome is known, and taken back when it succeeds.
//
// Nobody may lock somebody else out: failures count for an account and a network together, and a browser in which the
// account's owner signed in before has a count of its own that strangers can't fill.

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
/** Of a million codes three are right at a time: so many an hour find one in a year, with luck. */
export const WRONG_FACTORS: ThrottleRule = { scope: 'second-factor', most: 10, withinMs: HOUR }
export const FAILED_FROM_ADDRESS: ThrottleRule = { scope: 'sign-in-address', most: 50, withinMs: 15 * MINUTE }
/** A browser in which the account was used before; none of the limits below count for it, nor does it count there. */
export const CODES_IN_BROWSER: ThrottleRule = { scope: 'code-browser', most: 5, withinMs: HOUR }
/** A code is asked for under a name by a network; the mailbox has limits of its own, under whatever name it is reached. */
export const CODES_ASKED_FOR: ThrottleRule = { scope: 'code-target', most: 5, withinMs: HOUR }
export const CODES_TO_MAILBOX: ThrottleRule = { scope: 'code-mailbox', most: 5, withinMs: HOUR }
export const CODES_TO_MAILBOX_IN_ALL: ThrottleRule = { scope: 'code-mailbox-all', most: 20, withinMs: HOUR }
/** Members, so all who were invited, do not count: strangers in the same office would keep them out. */
export const codesFromAddress = ({ codesPerAddress: most }: Pick<Deps['config'], 'codesPerAddress'>): ThrottleRule => ({
  scope: 'code-address',
  most: most || Number.MAX_SAFE_INTEGER,
  withinMs: HOUR,
})
export const INVITATIONS_TO_TARGET: ThrottleRule = { scope: 'invitation-target', most: 5, withinMs: HOUR }
export const INVITATIONS_BY_PERSON: ThrottleRule = { scope: 'invitation-person', most: 200, withinMs: HOUR }
export const REGISTRATIONS_FROM_ADDRESS: ThrottleRule = { scope: 'registration-address', most: 20, withinMs: HOUR }

/** keyOf: people type passwords into the name's field, so names are kept as hashes; several make a key with a common beginning. */
const keyOf = (values: readonly string[]): string =>
  values.map((value) => hash('sha256', value, 'hex').slice(0, 32)).join('')

type ThrottleDeps = Pick<Deps, 'db' | 'clock'>

/** lockAndFindWait tells how long to wait, or 0 when there is room; until the transaction ends nobody else counts this key. */
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

/** countAttempt notes an attempt and gives its id, or throws 429 with the time until the oldest one ages out. */
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

/** accountKey is one for all names of an account; a name that nobody has is counted like an account. */
export const accountKey = (user: Pick<UserRow, 'id'> | undefined, name: string): string =>
  user ? `user:${user.id}` : `name:${name}`

/** An Attempt is where a password that is about to be looked at was counted. */
type Attempt = { ids: number[]; rule: ThrottleRule; values: [string, string] }

/** countSignIn counts a password that is about to be looked at. */
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

/** forgetAttempt takes back the attempt that succeeded, and the failures before it in the same place. */
export async function forgetAttempt(tx: Tx, { ids, rule, values }: Attempt): Promise<void> {
  await gate.deleteThrottles(tx, ids)
  await gate.deleteThrottlesOf(tx, rule.scope, keyOf(values))
}

/** forgetSignIns forgets all failures of an account: its owner has come in another way. */
export async function forgetSignIns(tx: Tx, user: Pick<UserRow, 'id'>): Promise<void> {
  const account = accountKey(user, '')
  for (const { scope } of [FAILED_FROM_NETWORK, FAILED_IN_BROWSER, FAILED_ON_ACCOUNT])
    await gate.deleteThrottlesUnder(tx, scope, keyOf([account]))
}

/** forgetCodes lets a person have codes again of whom too many were asked for, by whomever. */
export async function forgetCodes(tx: Tx, { email, username }: Pick<UserRow, 'email' | 'username'>): Promise<void> {
  await gate.deleteThrottlesOf(tx, CODES_TO_MAILBOX_IN_ALL.scope, keyOf([email]))
  await gate.deleteThrottlesUnder(tx, CODES_TO_MAILBOX.scope, keyOf([email]))
  for (const name of [email, ...(username === null ? [] : [username])])
    await gate.deleteThrottlesUnder(tx, CODES_ASKED_FOR.scope, keyOf([name]))
  await gate.forgetSent(tx, email)
}

export const forgetFactorAttempts = (tx: Tx, { id }: Pick<UserRow, 'id'>): Promise<void> =>
  gate.deleteThrottlesOf(tx, WRONG_FACTORS.scope, keyOf([`user:${id}`]))
