// Managing an account's second factors. Routes require a fresh proof for each change (a new factor also invalidates the
// proofs of other sessions), and changes are in the audit trail. Mails follow the commit, so that no lock waits for a mail
// server and nothing rolled back is reported.

import type { Actor } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, forbidden, invalidValue, notFound } from '#errors.ts'
import { readBrand } from '#features/brand/brand.ts'
import { stamp, stampOrNull } from '#time.ts'
import { getUser, requireMember } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { type NoticeDeps, notify } from '../notices.ts'
import { hashOf, type Self } from '../sessions/caller.ts'
import { forgetProofsOf } from '../sessions/session-store.ts'
import { holdSession } from '../sessions/sessions.ts'
import type { UserRow } from '../user-store.ts'
import * as store from './factor-store.ts'
import { optionsToEnrol, readNewPasskey, type Site } from './passkeys.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { issueTicket } from './second-factor.ts'
import { consumeTicket, findTicket } from './ticket-store.ts'
import { findStep, newSecret, totpUri } from './totp.ts'

type FactorDeps = NoticeDeps

const MOST_PASSKEYS = 20

/** Requires a session: a factor added with a stolen API token would outlive the token. */
async function ownAccount(deps: FactorDeps, { actor, sessionId }: Self): Promise<UserRow> {
  if (sessionId === null) throw forbidden('An API token cannot change second factors')
  requireMember(actor)
  return getUser(deps, actor.userId)
}

export async function listFactors({ db, config }: FactorDeps, { actor }: Self) {
  const secret = await store.findSecretOf(db.read, actor.userId)
  return {
    totp: secret?.confirmed_at != null,
    passkeys: (await store.listPasskeys(db.read, actor.userId)).map(presentPasskey),
    recovery_codes_left: await store.countRecoveryCodes(db.read, actor.userId),
    required: config.secondFactor.includes(actor.role),
  }
}

const presentPasskey = ({ id, name, created_at, last_used_at }: store.PasskeyRow) => ({
  id,
  name,
  created_at: stamp(created_at),
  last_used_at: stampOrNull(last_used_at),
})

/** The secret has no effect until a code confirms it. */
export async function beginTotp(deps: FactorDeps, self: Self) {
  const user = await ownAccount(deps, self)
  const secret = newSecret()
  const isNew = await deps.db.inTransaction((tx) => store.keepPendingSecret(tx, user.id, secret))
  if (!isNew) throw conflict('An authenticator app is already set up; remove it first')
  return { key: secret, uri: totpUri((await readBrand(deps)).name, user.email, secret) }
}

/** Returns recovery codes with the account's first factor. */
export async function confirmTotp(deps: FactorDeps, self: Self, code: string) {
  const { db, clock } = deps
  const user = await ownAccount(deps, self)
  const now = clock.now()
  const pending = await store.findSecretOf(db.read, user.id)
  if (!pending || pending.confirmed_at !== null) throw conflict('No authenticator app is being set up')
  const step = findStep(pending.secret, code, now)
  if (step === undefined) throw invalidValue(['body', 'code'], 'not a current code of the app', null)
  const added = await db.inTransaction(async (tx) => {
    // Names the secret that the code was checked against: another tab may have started over.
    if (!(await store.confirmSecret(tx, user.id, pending.secret, step, now)))
      throw conflict('No authenticator app is being set up')
    await holdSession(deps, tx, self)
    await forgetProofsOf(tx, user.id, self.sessionId)
    await noteChange(tx, self.actor, 'factor.added', user.id, { factor: 'totp' }, now)
    return { recovery_codes: await firstRecoveryCodes(tx, user) }
  })
  await notify(deps, user, 'factor_added', self.actor)
  return added
}

export async function removeTotp(deps: FactorDeps, self: Self): Promise<void> {
  const user = await ownAccount(deps, self)
  await deps.db.inTransaction(async (tx) => {
    if (!(await store.deleteSecretOf(tx, user.id))) throw conflict('No authenticator app is set up')
    await noteChange(tx, self.actor, 'factor.removed', user.id, { factor: 'totp' }, deps.clock.now())
  })
  await notify(deps, user, 'factor_removed', self.actor)
}

export async function beginPasskey(deps: FactorDeps, self: Self, site: Site) {
  const user = await ownAccount(deps, self)
  const registered = await store.listPasskeys(deps.db.read, user.id)
  if (registered.length >= MOST_PASSKEYS)
    throw conflict(`User ${user.id} has ${MOST_PASSKEYS} passkeys; remove one first`)
  const { name } = await readBrand(deps)
  const options = await optionsToEnrol({ ...site, name }, user, registered)
  const row = { user_id: user.id, purpose: 'enrol', method: 'passkey', challenge: options.challenge } as const
  const ticket = await deps.db.inTransaction((tx) => issueTicket(tx, row, deps.clock.now()))
  return { ticket, options }
}

type NewPasskeyGiven = { ticket: string; name: string; passkey: Record<string, unknown> }

export async function addPasskey(deps: FactorDeps, self: Self, given: NewPasskeyGiven, site: Site) {
  const { db, clock } = deps
  const user = await ownAccount(deps, self)
  const hash = hashOf(given.ticket)
  const ticket = await findTicket(db.read, hash, 'enrol', clock.now())
  // Verified here and used inside the transaction: checking a signature is too slow to hold a lock for.
  const isOwn = ticket?.user_id === user.id && ticket.challenge !== null
  const read = isOwn ? await readNewPasskey(site, ticket.challenge!, given.passkey) : undefined
  if (!read) throw invalidValue(['body', 'passkey'], 'the passkey could not be verified; try again', null)
  const work = async (tx: Tx) => {
    const now = clock.now()
    if (!(await consumeTicket(tx, hash))) throw conflict('This passkey has already been added')
    await holdSession(deps, tx, self)
    await forgetProofsOf(tx, user.id, self.sessionId)
    const row = { ...read, user_id: user.id, name: given.name, created_at: now, last_used_at: null }
    const added = await store.insertPasskey(tx, row)
    await noteChange(tx, self.actor, 'factor.added', user.id, { factor: 'passkey', name: given.name }, now)
    return { ...presentPasskey(added), recovery_codes: await firstRecoveryCodes(tx, user) }
  }
  const added = await db.inTransaction(work).catch((error: unknown) => {
    const isTaken = db.dialect.uniqueViolation(error) === 'passkeys.credential_id'
    throw isTaken ? conflict('This passkey already belongs to an account') : error
  })
  await notify(deps, user, 'factor_added', self.actor)
  return added
}

export async function removePasskey(deps: FactorDeps, self: Self, id: number): Promise<void> {
  const user = await ownAccount(deps, self)
  await deps.db.inTransaction(async (tx) => {
    const removed = await store.deletePasskey(tx, user.id, id)
    if (!removed) throw notFound('Factor')
    const detail = { factor: 'passkey', name: removed.name }
    await noteChange(tx, self.actor, 'factor.removed', user.id, detail, deps.clock.now())
  })
  await notify(deps, user, 'factor_removed', self.actor)
}

/** Older codes become invalid. */
export async function renewRecoveryCodes(deps: FactorDeps, self: Self) {
  const user = await ownAccount(deps, self)
  if (user.second_factor === 0) throw conflict('Set up a second factor first')
  const renewed = await deps.db.inTransaction(async (tx) => {
    await holdSession(deps, tx, self)
    await noteChange(tx, self.actor, 'factor.codes_renewed', user.id, {}, deps.clock.now())
    return { recovery_codes: await newCodes(tx, user.id) }
  })
  await notify(deps, user, 'codes_renewed', self.actor)
  return renewed
}

/** For administrators and the command line, when someone has lost all factors. */
export async function resetFactors(deps: FactorDeps, actor: Actor, id: number): Promise<void> {
  const { db, clock } = deps
  const user = await getUser(deps, id)
  await db.inTransaction(async (tx) => {
    await store.deleteFactorsOf(tx, id)
    await noteChange(tx, actor, 'factor.reset', id, {}, clock.now())
  })
  await notify(deps, user, 'factors_reset')
}

const firstRecoveryCodes = async (tx: Tx, { id }: UserRow): Promise<string[] | null> =>
  (await store.countRecoveryCodes(tx, id)) > 0 ? null : newCodes(tx, id)

async function newCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await store.replaceRecoveryCodes(tx, userId, codes.map(recoveryHash))
  return codes
}

type FactorAction = `factor.${'added' | 'removed' | 'reset' | 'codes_renewed'}`

/** Also invalidates cached tokens, because a session's rights depend on its owner's factors. */
async function noteChange(tx: Tx, actor: Actor, action: FactorAction, userId: number, detail: object, now: number) {
  await recordAudit(tx, actor, action, `user:${userId}`, { ...detail }, now)
}
