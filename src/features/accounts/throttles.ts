// Throttles: how often something may be tried in a span of time, kept in the database, so that they survive a restart and
// hold across all nodes. An attempt is counted before its outcome is known, and taken back when it succeeds.

import { hash } from 'node:crypto'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { tooManyRequests } from '#errors.ts'
import { addressKey } from '#networks.ts'
import { HOUR, MINUTE, SECOND } from '#time.ts'
import { deleteThrottle, deleteThrottlesOf, insertThrottle, selectThrottleTimes } from './gate-store.ts'

type Rule = { scope: string; most: number; withinMs: number }

const FAILED_SIGN_INS_OF_NAME: Rule = { scope: 'sign-in-name', most: 10, withinMs: 15 * MINUTE }
export const FAILED_SIGN_INS_FROM_ADDRESS: Rule = { scope: 'sign-in-address', most: 50, withinMs: 15 * MINUTE }
export const CODES_ASKED_FOR: Rule = { scope: 'code-target', most: 5, withinMs: HOUR }
export const CODES_TO_MAILBOX: Rule = { scope: 'code-mailbox', most: 5, withinMs: HOUR }
export const CODES_FROM_ADDRESS: Rule = { scope: 'code-address', most: 20, withinMs: HOUR }
export const INVITATIONS_TO_TARGET: Rule = { scope: 'invitation-target', most: 5, withinMs: HOUR }
export const INVITATIONS_BY_PERSON: Rule = { scope: 'invitation-person', most: 200, withinMs: HOUR }
export const REGISTRATIONS_FROM_ADDRESS: Rule = { scope: 'registration-address', most: 20, withinMs: HOUR }

/** keyOf: people type passwords into the name's field, so names are kept as hashes. */
const keyOf = (value: string): string => hash('sha256', value, 'hex').slice(0, 32)

type ThrottleDeps = Pick<Deps, 'db' | 'clock'>

/** lockAndFindWait tells how long to wait, or 0 when there is room; until the transaction ends nobody else counts this key. */
export async function lockAndFindWait({ db, clock }: ThrottleDeps, tx: Tx, rule: Rule, value: string): Promise<number> {
  const [key, now] = [keyOf(value), clock.now()]
  await db.dialect.lock(tx, `throttle:${rule.scope}:${key}`)
  const times = await selectThrottleTimes(tx, rule.scope, key, now - rule.withinMs, rule.most)
  return times.length < rule.most ? 0 : times.at(-1)! + rule.withinMs - now
}

/** countAttempt notes an attempt and gives its id, or throws 429 with the time until the oldest one ages out. */
export async function countAttempt(deps: ThrottleDeps, tx: Tx, rule: Rule, value: string): Promise<number> {
  const wait = await lockAndFindWait(deps, tx, rule, value)
  if (wait > 0) throw tooManyRequests(wait / SECOND)
  return insertThrottle(tx, rule.scope, keyOf(value), deps.clock.now())
}

/** countSignIn counts a password that is about to be looked at, under the name and under the address that it comes from. */
export const countSignIn = (deps: ThrottleDeps, name: string, address: string): Promise<number> =>
  deps.db.inTransaction(async (tx) => {
    await countAttempt(deps, tx, FAILED_SIGN_INS_OF_NAME, name)
    return countAttempt(deps, tx, FAILED_SIGN_INS_FROM_ADDRESS, addressKey(address))
  })

/** forgetSignIns takes back the attempt that succeeded, and all earlier failures under its owner's names. */
export async function forgetSignIns(tx: Tx, names: (string | null)[], attempt?: number): Promise<void> {
  for (const name of names) if (name) await deleteThrottlesOf(tx, FAILED_SIGN_INS_OF_NAME.scope, keyOf(name))
  if (attempt !== undefined) await deleteThrottle(tx, attempt)
}
