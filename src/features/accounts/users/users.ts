// Managing users by administrators and the command line: listing, roles, disabling, passwords; and one's own profile. The
// last administrator can be neither demoted nor disabled.

import type { Static } from 'typebox'
import { type Actor, COMMAND_LINE } from '#actor.ts'
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
  provenFields,
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

/** For naming someone in an imported file. Only proven addresses count: a username belongs to whoever took it last. */
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

/** Looks up people for access rules: by name, or by an email typed in full. */
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

/** Who can be named in an access list: an unproven address may be anyone's. */
export async function findKnownUsers(query: Query, ids: readonly number[]): Promise<Set<number>> {
  const rows = ids.length > 0 ? await store.selectPeopleByIds(query, ids) : []
  return new Set(rows.map(({ id }) => id))
}

/** While false, the next account from a trusted network becomes the first administrator. */
export const hasAdmin = (query: Query): Promise<boolean> => store.hasOtherAdmin(query, null)

/** Takes the same lock as account creation, so that two admins can't demote each other simultaneously. */
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
    return changed
  })
}

/** Keeps GALLEY_EDITORS_SEE where it is given, and returns what counts. */
export async function keepEditorsSee({ config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>) {
  const { editorsSee } = config
  const kept = (await store.findEditorsSee(db.read)) ?? 'granted'
  if (editorsSee === '' || editorsSee === kept) return kept
  await db.inTransaction(async (tx) => {
    await store.writeEditorsSee(tx, editorsSee)
    const detail = { name: 'GALLEY_EDITORS_SEE', from: kept, to: editorsSee }
    await recordAudit(tx, COMMAND_LINE, 'setting.changed', 'settings', detail, clock.now())
  })
  return editorsSee
}

type NewUser = { email: string; password: string; role?: Role; username?: string; display_name?: string }

/** For the command line: no throttle, no session, any role. */
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

/** For the command line; ends all sessions of the account. */
export async function setPassword(deps: AccountDeps, actor: Actor, user: store.UserRow, password: string) {
  assertAllowed(password, [user.email, user.username])
  const password_hash = await hashPassword(password)
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    await store.updateUser(tx, user.id, {
      password_hash,
      updated_at: now,
      ...provenFields(deps.config, user, 'command'),
    })
    await endSessionsOf(tx, user.id, now)
    await forgetBrowsersOf(tx, user.id)
    await store.endPreviewLinks(tx, user.id)
    // Until now someone else may have used the address.
    if (user.proven_by === null) await deleteApiTokensOf(tx, user.id)
    await forgetSignIns(tx, user)
    await recordAudit(tx, actor, 'user.password_changed', `user:${user.id}`, {}, now)
  })
}

/** Changes one's own account. A new password ends every other session. */
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
    // A first password would itself count as a proof from then on, so setting it requires one.
    if (user.password_hash === null) requireProof()
    else await proveCurrentPassword(deps, user, change.current_password, caller)
    password_hash = await hashPassword(change.password)
  }
  const saved = await changingAccounts(deps, async (tx) => {
    const now = clock.now()
    // Fields that aren't given aren't written: another request may be changing them.
    const { display_name, username } = change
    const values = { display_name, username, password_hash, updated_at: now }
    const changed = await store.updateUser(tx, user.id, values, password_hash && user.password_hash)
    if (!changed) throw password_hash ? conflict('The password was changed in the meantime') : notFound('User')
    await holdSession(deps, tx, self)
    const fields = Object.keys(change).filter((field) => field !== 'current_password' && field !== 'end_tokens')
    if (fields.length > 0) await recordAudit(tx, self.actor, 'user.profile_changed', `user:${user.id}`, { fields }, now)
    if (password_hash) {
      await endSessionsOf(tx, user.id, now, self.sessionId)
      if (change.end_tokens) await deleteApiTokensOf(tx, user.id)
    }
    return changed
  })
  if (password_hash) await notify(deps, user, 'password_changed', caller)
  return saved
}

/** Requires the current password, so that a stolen session doesn't become a stolen account; guesses are counted. */
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
