// Step-up: proves within a session that the person at the keyboard is its owner, by a second factor if the account has one,
// else by password or mailed code. Routes declare whether they need it.

import type { Tx } from '#engine/db/db.ts'
import { forbidden, invalidValue, unauthenticated } from '#errors.ts'
import type { AccountDeps } from '../accounts.ts'
import { getUser } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { listPasskeys } from '../factors/factor-store.ts'
import { optionsToProve, type Site } from '../factors/passkeys.ts'
import { type FactorProof, issueTicket, verifyFactor } from '../factors/second-factor.ts'
import { consumeTicket, findTicket } from '../factors/ticket-store.ts'
import { provePassword } from '../guard/prove-password.ts'
import { type Caller, hashOf, type Self } from '../sessions/caller.ts'
import { proveSession } from '../sessions/session-store.ts'
import type { UserRow } from '../user-store.ts'
import { proveCode } from './codes.ts'

const WRONG_FACTOR = 'The second factor is wrong, or was used already'

type Proofs = FactorProof & { password?: string; code?: string; ticket?: string }

/** Returns the time of the proof. */
export async function stepUp(
  deps: AccountDeps,
  self: Self,
  given: Proofs,
  site: Site,
  caller: Caller,
): Promise<number> {
  const { sessionId, actor } = self
  if (sessionId === null) throw forbidden('An API token cannot step up')
  const user = await getUser(deps, actor.userId)
  const { method, use } = await prove(deps, user, given, site, caller)
  const now = deps.clock.now()
  await deps.db.inTransaction(async (tx) => {
    if (!(await use(tx))) throw forbidden(WRONG_FACTOR)
    if (!(await proveSession(tx, sessionId, now))) throw unauthenticated('Invalid token')
    await recordAudit(tx, actor, 'session.proven', `session:${sessionId}`, { method }, now)
  })
  return now
}

type ProofUse = { method: string; use: (tx: Tx) => Promise<boolean> }
const USED = async () => true

async function prove(deps: AccountDeps, user: UserRow, given: Proofs, site: Site, caller: Caller): Promise<ProofUse> {
  const { password, code } = given
  // A thief of the session may also know the password or read the mailbox, which is what the second factor is for.
  if (user.second_factor === 1) return proveByFactor(deps, user, given, site, caller)
  if (code !== undefined) {
    await proveCode(deps, user.email, code, caller)
    return { method: 'code', use: USED }
  }
  if (password !== undefined) {
    await provePassword(deps, user, password, caller)
    return { method: 'password', use: USED }
  }
  throw invalidValue(['body', 'password'], 'a password or a code is needed', null)
}

async function proveByFactor(
  deps: AccountDeps,
  user: UserRow,
  given: Proofs,
  site: Site,
  caller: Caller,
): Promise<ProofUse> {
  if (given.totp === undefined && given.passkey === undefined && given.recovery_code === undefined)
    throw forbidden('Confirm with your second factor')
  const hash = hashOf(given.ticket ?? '')
  const ticket = given.passkey && (await findTicket(deps.db.read, hash, 'step-up', deps.clock.now()))
  const challenge = ticket?.user_id === user.id ? ticket.challenge : null
  const proof = await verifyFactor(deps, user, given, challenge, site, caller)
  if (!proof) throw forbidden(WRONG_FACTOR)
  const use = async (tx: Tx) => (ticket === undefined || (await consumeTicket(tx, hash))) && (await proof.use(tx))
  return { method: proof.factor, use }
}

/** The passkey challenge. */
export async function beginStepUp({ db, clock }: AccountDeps, { actor }: Self, site: Site) {
  const options = await optionsToProve(site, await listPasskeys(db.read, actor.userId))
  const row = { user_id: actor.userId, purpose: 'step-up', method: 'passkey', challenge: options.challenge } as const
  return { ticket: await db.inTransaction((tx) => issueTicket(tx, row, clock.now())), options }
}
