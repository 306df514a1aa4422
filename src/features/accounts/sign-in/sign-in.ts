// Sign-in with a password, and registration. Unknown accounts and wrong passwords cost the same and get the same response.

import type { Static } from 'typebox'
import { unauthenticated, unavailable } from '#errors.ts'
import { addressKey } from '#networks.ts'
import {
  type AccountDeps,
  canonicalName,
  changingAccounts,
  makeAccount,
  requireRegistrationAllowed,
  requireSignInAllowed,
} from '../accounts.ts'
import { admit, type SignInOutcome } from '../factors/second-factor.ts'
import { assertAllowed, assertHashingFree, DUMMY_HASH, hashPassword, verifyPassword } from '../guard/passwords.ts'
import { accountKey, countAttempt, countSignIn, forgetAttempt, REGISTRATIONS_FROM_ADDRESS } from '../guard/throttles.ts'
import { recordRefusal } from '../refusals.ts'
import type { UserCreate } from '../schemas.ts'
import type { Caller } from '../sessions/caller.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import { findUserByIdentifier, holdUser } from '../user-store.ts'
import { useSetupToken } from './setup-token.ts'

const LONGEST_QUEUE = 50
const lanes = new Map<string, Promise<unknown>>()
let inLanes = 0

/**
 * Serialises attempts for one account: each is counted before its password is checked, and a success takes its count back
 * before the next is judged. So no guess escapes the throttle, and nobody with the right password is refused because of
 * concurrent attempts.
 */
export async function signIn(
  deps: AccountDeps,
  given: { identifier: string; password: string },
  caller: Caller,
): Promise<SignInOutcome> {
  assertHashingFree()
  if (inLanes >= LONGEST_QUEUE) throw unavailable('Too many sign-ins right now', 2)
  // Counted before anything is awaited, so that concurrent requests see each other.
  inLanes++
  try {
    const name = canonicalName(given.identifier)
    const user = await findUserByIdentifier(deps.db.read, name)
    return await inLane(accountKey(user, name), () => attemptSignIn(deps, name, given.password, caller))
  } finally {
    inLanes--
  }
}

/** Runs an account's attempts in order. */
async function inLane<T>(lane: string, work: () => Promise<T>): Promise<T> {
  const turn = (lanes.get(lane) ?? Promise.resolve()).then(work, work)
  lanes.set(lane, turn)
  try {
    return await turn
  } finally {
    if (lanes.get(lane) === turn) lanes.delete(lane)
  }
}

async function attemptSignIn(
  deps: AccountDeps,
  name: string,
  password: string,
  caller: Caller,
): Promise<SignInOutcome> {
  const { db, clock } = deps
  const user = await findUserByIdentifier(db.read, name)
  const attempt = await countSignIn(deps, user, name, caller)
  const stored = user?.disabled === 0 ? user.password_hash : null
  const matches = await verifyPassword(stored ?? DUMMY_HASH, password)
  if (!user || stored === null || !matches) {
    await recordRefusal(deps, user, 'password', caller)
    throw unauthenticated('Invalid credentials')
  }
  requireSignInAllowed(deps.config, user.email)

  return db.inTransaction(async (tx) => {
    // Meanwhile the account may have been disabled, or its password changed.
    const current = await holdUser(tx, db.dialect, user.id)
    if (!current || current.disabled === 1 || current.password_hash !== stored)
      throw unauthenticated('Invalid credentials')
    await forgetAttempt(tx, attempt)
    return admit(tx, current, 'password', caller, clock.now())
  })
}

export async function register(deps: AccountDeps, given: Static<typeof UserCreate>, caller: Caller): Promise<SignedIn> {
  const { config, db, clock } = deps
  const email = canonicalName(given.email)
  if (given.setup_token === undefined) requireRegistrationAllowed(config, email)
  assertAllowed(given.password, [email, given.username])
  assertHashingFree()
  // People set up and test on the machine itself; everyone else creates a limited number of accounts.
  if (!caller.trusted)
    await db.inTransaction((tx) => countAttempt(deps, tx, REGISTRATIONS_FROM_ADDRESS, addressKey(caller.address)))
  const hash = await hashPassword(given.password)
  return changingAccounts(deps, async (tx) => {
    const { username, display_name, setup_token } = given
    if (setup_token !== undefined) await useSetupToken(deps, tx, setup_token)
    // The set-up link is printed at the start, so its holder is as trusted as the command line.
    const vouched =
      setup_token === undefined
        ? { proven_by: caller.trusted ? ('network' as const) : null }
        : ({ proven_by: 'command', role: 'admin' } as const)
    const account = { email, username, display_name, password_hash: hash, ...vouched }
    const user = await makeAccount(deps, tx, account, 'registration', caller, clock.now())
    return openSession(tx, user, 'registration', caller, clock.now())
  })
}
