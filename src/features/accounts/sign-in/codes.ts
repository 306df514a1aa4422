// One-time codes by mail: six digits, ten minutes, five attempts, only the newest of each browser valid. Stored as an HMAC
// bound to the address. No response reveals whether an account exists.

import { randomBytes, randomInt } from 'node:crypto'
import type { Deps } from '#deps.ts'
import { findEmailFault } from '#email.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue, unauthenticated } from '#errors.ts'
import { readBrand } from '#features/brand/brand.ts'
import { addressKey, networkKey } from '#networks.ts'
import { MINUTE, SECOND } from '#time.ts'
import {
  canonicalName,
  changingAccounts,
  makeAccount,
  provenFields,
  requireRegistrationAllowed,
  requireSignInAllowed,
} from '../accounts.ts'
import { admit, type SignInOutcome } from '../factors/second-factor.ts'
import * as gate from '../guard/gate-store.ts'
import { isSame, signFor } from '../guard/keys.ts'
import { assertAllowed, hashPassword } from '../guard/passwords.ts'
import { resetPassword } from '../guard/reset.ts'
import * as throttles from '../guard/throttles.ts'
import { mailVoice } from '../mail-voice.ts'
import { codeMail } from '../mails.ts'
import { recordRefusal } from '../refusals.ts'
import { hasBrowser } from '../sessions/browser-store.ts'
import { type Caller, hashOf } from '../sessions/caller.ts'
import { findUserByIdentifier, type UserRow, updateUser } from '../user-store.ts'

const LIFE_MS = 10 * MINUTE
const RESEND_AFTER_MS = MINUTE
const ATTEMPTS = 5
const SENT = { sent: true, expires_in: LIFE_MS / SECOND, resend_after: RESEND_AFTER_MS / SECOND } as const

const hmacOf = ({ db }: Pick<Deps, 'db'>, target: string, code: string) => signFor(db, 'codes', `${target}\n${code}`)

/** The same response for everyone; an unknown username costs the same work and sends nothing. */
export async function sendCode(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'mail' | 'log'>,
  identifier: string,
  caller: Caller,
): Promise<typeof SENT> {
  const { db, clock } = deps
  const now = clock.now()
  const name = canonicalName(identifier)
  const fault = name.includes('@') ? findEmailFault(name) : undefined
  if (fault) throw invalidValue(['body', 'identifier'], fault, identifier)
  const user = await findUserByIdentifier(db.read, name)
  const target = user?.email ?? name
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const reachable = target.includes('@') && user?.disabled !== 1
  const hmac = reachable ? await hmacOf(deps, target, code) : randomBytes(32).toString('hex')

  const askers = askersOf(caller)
  const isNew = await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, `code:${target}`)
    if ((await gate.findLastSent(tx, target, askers)) > now - RESEND_AFTER_MS) return false
    const sent = { identifier: target, code_hmac: hmac, sent_at: now, expires_at: now + LIFE_MS }
    if (user && (await hasBrowser(tx, user.id, hashOf(caller.browser)))) {
      const browser = [throttles.accountKey(user, name), hashOf(caller.browser)]
      await throttles.countAttempt(deps, tx, throttles.CODES_IN_BROWSER, ...browser)
    } else {
      await throttles.countAttempt(deps, tx, throttles.CODES_ASKED_FOR, name, networkKey(caller.address))
      if (!(await mayMail(deps, tx, user, target, caller))) {
        if (user) await updateUser(tx, user.id, { codes_held_at: now })
        for (const asker of askers) await gate.noteHeldCode(tx, { ...sent, asker })
        return false
      }
    }
    for (const asker of askers) await gate.replaceCode(tx, { ...sent, asker })
    return true
  })
  if (isNew && reachable) {
    try {
      const { name: site } = await readBrand(deps)
      await deps.mail.send(codeMail(mailVoice(deps.config.siteLang), site, target, code, LIFE_MS / MINUTE))
    } catch (error) {
      // Only logged, because the response is the same for everyone.
      deps.log.error({ err: error }, 'a code could not be sent')
    }
  }
  return SENT
}

/**
 * Counts a code, and suppresses it silently over the limit: a 429 for some people or mailboxes only would reveal who has an
 * account.
 */
async function mayMail(
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  tx: Tx,
  user: UserRow | undefined,
  target: string,
  { address }: Caller,
): Promise<boolean> {
  const isMember = user !== undefined && user.proven_by !== null
  const counts: (readonly [throttles.ThrottleRule, ...string[]])[] = [
    [throttles.CODES_TO_MAILBOX, target, networkKey(address)],
    [throttles.CODES_TO_MAILBOX_IN_ALL, target],
    ...(isMember ? [] : [[throttles.codesFromAddress(deps.config), addressKey(address)] as const]),
  ]
  for (const count of counts) if ((await throttles.lockAndFindWait(deps, tx, ...count)) > 0) return false
  for (const count of counts) await throttles.countAttempt(deps, tx, ...count)
  return true
}

type Verification = { identifier: string; code: string; password?: string | null }

/** Signs in the mailbox's owner, and creates an account for a new address. */
export async function verifyCode(
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  given: Verification,
  caller: Caller,
): Promise<SignInOutcome> {
  const { db, clock, config } = deps
  const name = canonicalName(given.identifier)
  const found = await findUserByIdentifier(db.read, name)
  const target = found?.email ?? name
  // Only the typed name counts: the account's other names would be revealed before the code is proven.
  if (given.password) assertAllowed(given.password, [name])

  const { attempt, stored } = await compareCode(deps, target, given.code, caller)
  if (given.password) assertAllowed(given.password, [target, found?.username])
  const hash = given.password ? await hashPassword(given.password) : undefined

  return changingAccounts(deps, async (tx) => {
    const now = clock.now()
    await db.dialect.lock(tx, `code:${target}`)
    if (!(await gate.consumeCode(tx, target, stored, now))) throw unauthenticated('Invalid or expired code')
    let user = await findUserByIdentifier(tx, target)
    if (user?.disabled === 1) throw unauthenticated('Invalid or expired code')
    requireSignInAllowed(config, target)
    if (!user) requireRegistrationAllowed(config, target)
    const isStrangers = user?.proven_by === null && caller.userId !== user.id
    user ??= await makeAccount(deps, tx, { email: target, proven_by: 'code' }, 'code', caller, now)
    user = (await updateUser(tx, user.id, { email_verified: 1, ...provenFields(config, user, 'code') }))!
    // Someone who registered the address without proving it loses the account and its password. With a second factor, the
    // mailbox alone can't reset a password.
    if (user.second_factor === 0 && (isStrangers || hash !== undefined))
      user = await resetPassword(tx, user, hash ?? null, caller, now)
    await gate.deleteThrottles(tx, [attempt])
    await throttles.forgetSignIns(tx, user)
    // With a second factor, the new password is saved after the second step.
    const admitted = await admit(tx, user, 'code', caller, now, hash)
    return hash !== undefined && 'news' in admitted ? { ...admitted, news: ['password_reset'] } : admitted
  })
}

/** Spends the attempt before comparing, so that concurrent guesses are all counted. */
async function compareCode(deps: Pick<Deps, 'db' | 'clock'>, target: string, code: string, caller: Caller) {
  const { db } = deps
  const { attempt, stored } = await db.inTransaction(async (tx) => ({
    attempt: await throttles.countAttempt(deps, tx, throttles.FAILED_FROM_ADDRESS, addressKey(caller.address)),
    stored: await spendOne(deps, tx, target, caller),
  }))
  const expected = await hmacOf(deps, target, code)
  if (stored === undefined || !isSame(stored, expected)) {
    await recordRefusal(deps, await findUserByIdentifier(db.read, target), 'code', caller)
    throw unauthenticated('Invalid or expired code')
  }
  return { attempt, stored }
}

/** A browser spends attempts of its own code; one that requested none, those of its network. */
async function spendOne({ db, clock }: Pick<Deps, 'db' | 'clock'>, tx: Tx, target: string, caller: Caller) {
  await db.dialect.lock(tx, `code:${target}`)
  const spend = (asker: string) => gate.spendAttempt(tx, target, asker, ATTEMPTS, clock.now())
  return (await spend(hashOf(caller.browser))) ?? spend(askerOfNetwork(caller))
}

const askerOfNetwork = ({ address }: Caller): string => `network:${networkKey(address)}`

/**
 * Who may use a code: the browser that requested it. A client without the cookie may keep none, so its network may use the
 * code too.
 */
const askersOf = (caller: Caller): string[] => [
  hashOf(caller.browser),
  ...(caller.isNewBrowser ? [askerOfNetwork(caller)] : []),
]

/** Uses up a code sent to the address, for someone who is signed in. */
export async function proveCode(deps: Pick<Deps, 'db' | 'clock'>, target: string, code: string, caller: Caller) {
  const { attempt, stored } = await compareCode(deps, target, code, caller)
  await deps.db.inTransaction(async (tx) => {
    await deps.db.dialect.lock(tx, `code:${target}`)
    if (!(await gate.consumeCode(tx, target, stored, deps.clock.now())))
      throw unauthenticated('Invalid or expired code')
    await gate.deleteThrottles(tx, [attempt])
  })
}
