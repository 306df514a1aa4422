// Users as administrators and the command line see them: listing, roles, disabling, passwords; and one's own profile.
// The last administrator can be neither demoted nor disabled.

import type { Static } from 'typebox'
import type { Actor } from '#actor.ts'
import { siteChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { conflict, forbidden, invalidValue, notFound } from '#errors.ts'
import {
  type AccountDeps,
  canonicalName,
  changeRole,
  changingAccounts,
  getUser,
  makeAccount,
  proving,
} from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { assertAllowed, hashPassword } from '../guard/passwords.ts'
import { provePassword } from '../guard/prove-password.ts'
import { forgetSignIns } from '../guard/throttles.ts'
import { type NoticeDeps, notify } from '../notices.ts'
import type { ProfileUpdate } from '../schemas.ts'
import { forgetBrowsersOf } from '../sessions/browser-store.ts'
import type { Caller, Self } from '../sessions/caller.ts'
import { deleteApiTokensOf, endSessionsOf } from '../sessions/session-store.ts'
import { holdSession } from '../sessions/sessions.ts'
import * as store from '../user-store.ts'
import { nameOf } from './person-name.ts'

const MOST_PEOPLE = 20

const findUserByName = ({ db }: Pick<Deps, 'db'>, name: string): Promise<store.UserRow | undefined> =>
  store.findUserByIdentifier(db.read, canonicalName(name))

/**
 * findMemberByEmail is for letting in someone whom a file names. A username is whoever took it last, so only an address counts,
 * and only a proven one.
 */
export async function findMemberByEmail(deps: Pick<Deps, 'db'>, email: string): Promise<store.UserRow | undefined> {
  const user = email.includes('@') ? await findUserByName(deps, email) : undefined
  return user?.proven_by ? user : undefined
}

export async function getUserByName(deps: Pick<Deps, 'db'>, name: string): Promise<store.UserRow> {
  const user = await findUserByName(deps, name)
  if (!user) throw notFound('User')
  return user
}

export const listUsers = ({ db }: Pick<Deps, 'db'>, search: string, limit: number, offset: number) =>
  store.selectUsers(db.read, canonicalName(search), limit, offset)

/** findPeople is for naming someone in an access rule: only names, and an email only to someone who typed it. */
export async function findPeople(
  { db }: Pick<Deps, 'db'>,
  search: string,
  ids: number[],
): Promise<{ id: number; display_name: string | null }[]> {
  const words = canonicalName(search)
  const rows = [
    ...(ids.length > 0 ? await store.selectPeopleByIds(db.read, ids) : []),
    ...(words === '' ? [] : await store.selectPeople(db.read, words, MOST_PEOPLE)),
  ]
  const isTyped = (email: string) => email === words
  return rows.map((row) => ({ id: row.id, display_name: nameOf(row) ?? (isTyped(row.email) ? row.email : null) }))
}

/** findKnownUsers are those who can be named in an access list: an address that nobody has proven may be anyone's. */
export async function findKnownUsers(query: Query, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length > 0 ? await store.selectPeopleByIds(query, ids) : []
  return new Set(rows.map(({ id }) => id))
}

/** hasAdmin is false as long as the next account from a trusted network becomes the first administrator. */
export const hasAdmin = (query: Query): Promise<boolean> => store.hasOtherAdmin(query, null)

/** changeUser takes the lock that account making takes, so that two admins can't demote each other at the same time. */
export async function changeUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  change: { role?: Role; disabled?: boolean },
): Promise<store.UserRow> {
  return db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'first-admin')
    const now = clock.now()
    const user = await store.findUserById(tx, id)
    if (!user || user.deleted_at !== null) throw notFound('User')
    const role = change.role ?? user.role
    const disabled = change.disabled === undefined ? user.disabled : change.disabled ? 1 : 0
    if (role === user.role && disabled === user.disabled) return user
    if (role !== user.role && user.proven_by === null)
      throw conflict(`User ${id} has not verified the address ${user.email}; invite them to give them a role`)

    const isAdminNow = user.role === 'admin' && user.disabled === 0
    const staysAdmin = role === 'admin' && disabled === 0
    if (isAdminNow && !staysAdmin && !(await store.hasOtherAdmin(tx, id)))
      throw conflict(`User ${id} is the last admin; make someone else an admin first`)
    if (role !== user.role) await changeRole(tx, actor, user, role, now)
    const changed = (await store.updateUser(tx, id, { disabled, updated_at: now }))!
    if (disabled !== user.disabled) {
      await recordAudit(tx, actor, disabled ? 'user.disabled' : 'user.enabled', `user:${id}`, {}, now)
      if (disabled) await endSessionsOf(tx, id, now)
    }
    siteChanged(tx, 'access')
    return changed
  })
}

type NewUser = { email: string; password: string; role?: Role; username?: string; display_name?: string }

/** addUser is for the command line: no throttle, no session, and the role of one's choice. */
export async function addUser(deps: AccountDeps, given: NewUser): Promise<store.UserRow> {
  const email = canonicalName(given.email)
  assertAllowed(given.password, [email, given.username])
  const password_hash = await hashPassword(given.password)
  const { username, display_name, role } = given
  const account = {
    email,
    username,
    display_name,
    role,
    password_hash,
    email_verified: 1,
    proven_by: 'command',
  } as const
  return changingAccounts(deps, (tx) =>
    makeAccount(deps, tx, account, 'command line', { trusted: true }, deps.clock.now()),
  )
}

/** setPassword is for the command line and ends all sessions of the account. */
export async function setPassword(deps: AccountDeps, actor: Actor, user: store.UserRow, password: string) {
  assertAllowed(password, [user.email, user.username])
  const password_hash = await hashPassword(password)
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    await store.updateUser(tx, user.id, { password_hash, updated_at: now, ...proving(deps.config, user, 'command') })
    await endSessionsOf(tx, user.id, now)
    await forgetBrowsersOf(tx, user.id)
    await store.endPreviewLinks(tx, user.id)
    // Until now someone else may have used the address.
    if (user.proven_by === null) await deleteApiTokensOf(tx, user.id)
    await forgetSignIns(tx, user)
    await recordAudit(tx, actor, 'user.password_changed', `user:${user.id}`, {}, now)
    siteChanged(tx, 'access')
  })
}

/** changeProfile changes one's own account. A new password ends every other session; the one that proved itself stays. */
export async function changeProfile(
  deps: NoticeDeps,
  self: Self,
  change: Static<typeof ProfileUpdate>,
  caller: Pick<Caller, 'address' | 'browser' | 'device'>,
  requireProof: () => void,
) {
  const { clock } = deps
  if (self.sessionId === null) throw forbidden('An API token cannot change the account')
  const user = await getUser(deps, self.actor.userId)
  let password_hash: string | undefined
  if (change.password !== undefined) {
    assertAllowed(change.password, [user.email, user.username, change.username])
    // A first password would prove whatever is asked for from then on, so it takes a proof itself.
    if (user.password_hash === null) requireProof()
    else await proveCurrentPassword(deps, user, change.current_password, caller)
    password_hash = await hashPassword(change.password)
  }
  const saved = await changingAccounts(deps, async (tx) => {
    const now = clock.now()
    // What is not given is not written: someone else may be changing it now.
    const { display_name, username } = change
    const values = { display_name, username, password_hash, updated_at: now }
    const changed = await store.updateUser(tx, user.id, values, password_hash && user.password_hash)
    if (!changed) throw password_hash ? conflict('The password was changed in the meantime') : notFound('User')
    await holdSession(deps, tx, self)
    if (display_name !== undefined || username !== undefined) siteChanged(tx, 'names')
    const fields = Object.keys(change).filter((field) => field !== 'current_password' && field !== 'end_tokens')
    if (fields.length > 0) await recordAudit(tx, self.actor, 'user.profile_changed', `user:${user.id}`, { fields }, now)
    if (password_hash) {
      await endSessionsOf(tx, user.id, now, self.sessionId)
      if (change.end_tokens) await deleteApiTokensOf(tx, user.id)
      siteChanged(tx, 'access')
    }
    return changed
  })
  if (password_hash) await notify(deps, user, 'password_changed', caller)
  return saved
}

/** A stolen session must not become a stolen account: the password in use is asked for, and guesses at it are counted. */
async function proveCurrentPassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  user: store.UserRow,
  given: string | undefined,
  caller: Pick<Caller, 'address' | 'browser'>,
): Promise<void> {
  if (given === undefined)
    throw invalidValue(['body', 'current_password'], 'the current password is needed to set a new one', null)
  await provePassword(deps, user, given, caller)
}
