// The second step of a sign-in, and the same proof within a session: an authenticator code, a passkey or a recovery code.
// Whoever gets this far knows the password or reads the mailbox, so attempts count per account, from whatever address.

import { randomBytes } from 'node:crypto'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Factor } from '#engine/db/vocabulary.ts'
import { invalidValue, unauthenticated } from '#errors.ts'
import { MINUTE, SECOND } from '#time.ts'
import { resetPassword } from '../guard/reset.ts'
import { countAttempt, forgetFactorAttempts, WRONG_FACTORS } from '../guard/throttles.ts'
import { recordRefusal } from '../refusals.ts'
import { type Caller, hashOf } from '../sessions/caller.ts'
import { openSession, type SignedIn, type SignInMethod } from '../sessions/sessions.ts'
import { findUserById, holdUser, type UserRow } from '../user-store.ts'
import * as store from './factor-store.ts'
import { optionsToProve, readAssertion, type Site } from './passkeys.ts'
import { recoveryHash } from './recovery-codes.ts'
import { consumeTicket, findTicket, insertTicket, setChallenge, spendTicket, type TicketRow } from './ticket-store.ts'
import { findStep } from './totp.ts'

const TICKET_LIFE_MS = 5 * MINUTE
const ATTEMPTS = 5

type SecondFactorDeps = Pick<Deps, 'db' | 'clock'>

/** One of the three. A passkey's response belongs to a ticket's challenge. */
export type FactorProof = { totp?: string; recovery_code?: string; passkey?: Record<string, unknown> }

/** A sign-in without a session yet: the ticket and a second factor open one. */
type Waiting = { ticket: string; methods: Factor[]; expires_in: number }
export type SignInOutcome = SignedIn | Waiting

/** Opens a session, or issues a ticket for the second step, until which a new password isn't saved either. */
export async function admit(
  tx: Tx,
  user: UserRow,
  method: SignInMethod,
  caller: Caller,
  now: number,
  password_hash: string | null = null,
): Promise<SignInOutcome> {
  if (user.second_factor === 0) return openSession(tx, user, method, caller, now)
  const ticket = await issueTicket(tx, { user_id: user.id, purpose: 'sign-in', method, password_hash }, now)
  return { ticket, methods: await methodsOf(tx, user.id), expires_in: TICKET_LIFE_MS / SECOND }
}

type NewTicket = Pick<TicketRow, 'user_id' | 'purpose' | 'method'> &
  Partial<Pick<TicketRow, 'password_hash' | 'challenge'>>

export async function issueTicket(tx: Tx, row: NewTicket, now: number): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await insertTicket(tx, { ...row, hash: hashOf(ticket), expires_at: now + TICKET_LIFE_MS })
  return ticket
}

async function methodsOf(tx: Tx, userId: number): Promise<Factor[]> {
  const secret = await store.findSecretOf(tx, userId)
  return [
    ...((await store.listPasskeys(tx, userId)).length > 0 ? (['passkey'] as const) : []),
    ...(secret?.confirmed_at ? (['totp'] as const) : []),
    ...((await store.countRecoveryCodes(tx, userId)) > 0 ? (['recovery'] as const) : []),
  ]
}

/** The passkey challenge for a waiting sign-in. */
export async function challengeFor({ db, clock }: SecondFactorDeps, ticket: string, site: Site) {
  const hash = hashOf(ticket)
  const row = await findTicket(db.read, hash, 'sign-in', clock.now())
  if (!row) throw unauthenticated('Invalid or expired code')
  const options = await optionsToProve(site, await store.listPasskeys(db.read, row.user_id))
  await db.inTransaction((tx) => setChallenge(tx, hash, options.challenge))
  return options
}

/** The second step: of several at once with the same ticket or code, one opens a session. */
export async function completeSignIn(
  deps: SecondFactorDeps,
  given: FactorProof & { ticket: string },
  site: Site,
  caller: Caller,
): Promise<SignedIn> {
  const { db, clock } = deps
  const hash = hashOf(given.ticket)
  const ticket = await db.inTransaction((tx) => spendTicket(tx, hash, 'sign-in', ATTEMPTS, clock.now()))
  const user = ticket && (await findUserById(db.read, ticket.user_id))
  if (!ticket || !user) throw unauthenticated('Invalid or expired code')
  const proof = await verifyFactor(deps, user, given, ticket.challenge, site, caller)
  if (!proof) throw unauthenticated('Invalid or expired code')
  return db.inTransaction(async (tx) => {
    const now = clock.now()
    // Serialised: two that hold the account in share mode and then update it would deadlock.
    await db.dialect.lock(tx, `second-factor:${user.id}`)
    const current = await holdUser(tx, db.dialect, user.id)
    const isGood = current?.disabled === 0 && (await consumeTicket(tx, hash)) && (await proof.use(tx))
    if (!isGood) throw unauthenticated('Invalid or expired code')
    const isReset = ticket.password_hash !== null
    if (isReset) await resetPassword(tx, current, ticket.password_hash, caller, now)
    const signedIn = await openSession(tx, current, ticket.method as SignInMethod, caller, now, proof.factor)
    return isReset ? { ...signedIn, news: ['password_reset'] } : signedIn
  })
}

/** A verified proof; `use` is false if another transaction used it up. */
type Proof = { factor: Factor; use: (tx: Tx) => Promise<boolean> }

/** Counts the attempt before checking it. A wrong proof is recorded and gives undefined. */
export async function verifyFactor(
  deps: SecondFactorDeps,
  user: UserRow,
  given: FactorProof,
  challenge: string | null,
  site: Site,
  caller: Pick<Caller, 'address'>,
): Promise<Proof | undefined> {
  // A passkey can't be guessed, so it isn't counted: otherwise someone who knows the password could use up the owner's
  // attempts.
  if (given.passkey === undefined)
    await deps.db.inTransaction((tx) => countAttempt(deps, tx, WRONG_FACTORS, `user:${user.id}`))
  const proof = await genuine(deps, user, given, challenge, site)
  if (!proof) {
    const method = given.totp !== undefined ? 'totp' : given.passkey !== undefined ? 'passkey' : 'recovery'
    await recordRefusal(deps, user, method, caller)
    return undefined
  }
  const use = async (tx: Tx) => {
    await forgetFactorAttempts(tx, user)
    return proof.use(tx)
  }
  return { factor: proof.factor, use }
}

async function genuine(
  { db, clock }: SecondFactorDeps,
  { id }: UserRow,
  { totp, recovery_code, passkey }: FactorProof,
  challenge: string | null,
  site: Site,
): Promise<Proof | undefined> {
  if (totp !== undefined) {
    const row = await store.findSecretOf(db.read, id)
    const step = row?.confirmed_at ? findStep(row.secret, totp, clock.now()) : undefined
    return step === undefined ? undefined : { factor: 'totp', use: (tx) => store.consumeStep(tx, id, step) }
  }
  if (passkey !== undefined) {
    const passkeys = await store.listPasskeys(db.read, id)
    const found = challenge === null ? undefined : await readAssertion(site, challenge, passkeys, passkey)
    const now = clock.now()
    return found && { factor: 'passkey', use: (tx) => store.usePasskey(tx, found.passkey.id, found.counter, now) }
  }
  if (recovery_code !== undefined) {
    const hash = recoveryHash(recovery_code)
    const isKnown = await store.hasRecoveryCode(db.read, id, hash)
    return isKnown ? { factor: 'recovery', use: (tx) => store.consumeRecoveryCode(tx, id, hash) } : undefined
  }
  throw invalidValue(['body', 'totp'], 'a code, a passkey or a recovery code is needed', null)
}
