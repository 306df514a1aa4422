// An account: its names, lookup, creation, and who becomes the first administrator. Used by every way to sign in.

import { type Actor, type Person, rankOf } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { AddressProof, Role } from '#engine/db/vocabulary.ts'
import { conflict, forbidden, notFound } from '#errors.ts'
import { recordAudit } from './audit/audit.ts'
import { actorOf, type SignInMethod } from './sessions/sessions.ts'
import { endPreviewLinks, findUserById, hasOtherAdmin, insertUser, type UserRow, updateUser } from './user-store.ts'

export type AccountDeps = Pick<Deps, 'config' | 'db' | 'clock'>

/** Emails and usernames are stored and looked up only in this form. */
export const canonicalName = (name: string): string => name.trim().normalize('NFC').toLowerCase()

export async function getUser({ db }: Pick<Deps, 'db'>, id: number): Promise<UserRow> {
  const user = await findUserById(db.read, id)
  if (!user) throw notFound('User')
  return user
}

type NewAccount = {
  email: string
  username?: string | null | undefined
  display_name?: string | null | undefined
  password_hash?: string | null
  email_verified?: 0 | 1
  /** What proves the address; without it the account is a reader and no member. */
  proven_by: AddressProof | null
  /** Set if someone may choose it. Otherwise the first trusted account becomes admin, and later proven ones get the default. */
  role?: Role | undefined
  /** Who creates the account, unless it is the person themselves. */
  by?: Actor
}

/** Holds a lock until the end of the transaction, so that two simultaneous first accounts make one administrator. */
export async function makeAccount(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  tx: Tx,
  account: NewAccount,
  method: SignInMethod | 'command line' | 'invitation',
  caller: { trusted: boolean; address?: string },
  now: number,
): Promise<UserRow> {
  await db.dialect.lock(tx, 'first-admin')
  const first = caller.trusted && !(await hasOtherAdmin(tx, null))
  const user = await insertUser(tx, {
    email: account.email,
    username: account.username ?? null,
    display_name: account.display_name ?? null,
    password_hash: account.password_hash ?? null,
    email_verified: account.email_verified ?? 0,
    proven_by: account.proven_by,
    role: account.role ?? (first ? 'admin' : account.proven_by ? config.defaultRole : 'reader'),
    created_at: now,
    updated_at: now,
  })
  await recordAudit(
    tx,
    account.by ?? { ...actorOf(user), address: caller.address },
    'user.created',
    `user:${user.id}`,
    { email: user.email, role: user.role, method },
    now,
  )
  return user
}

/** A smaller role ends the account's preview links. `by` is what changed it, if no person did. */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  { id, role: from }: Pick<UserRow, 'id' | 'role'>,
  to: Role,
  now: number,
  by?: string,
): Promise<UserRow> {
  if (rankOf(to) < rankOf(from)) await endPreviewLinks(tx, id)
  await recordAudit(tx, actor, 'user.role_changed', `user:${id}`, { from, to, ...(by && { by }) }, now)
  return (await updateUser(tx, id, { role: to, updated_at: now }))!
}

/** Throws if people may sign in only through a provider, even though their password or code was right. */
export function requireSignInAllowed({ signIn, breakGlass }: Deps['config'], email: string): void {
  if (signIn === 'provider' && !breakGlass.includes(email)) throw forbidden('Sign in through the identity provider')
}

/** Throws if people may not register this address themselves. */
export function requireRegistrationAllowed(config: Deps['config'], email: string): void {
  const { registration, registrationDomains, signIn } = config
  // Otherwise anyone could register the address of a break-glass account that doesn't exist yet.
  if (signIn === 'provider') throw forbidden('Sign in through the identity provider')
  if (registration === 'open') return
  if (registration === 'invite') throw forbidden('Registration is by invitation')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (registration === 'domains' && registrationDomains.includes(domain)) return
  throw forbidden(registration === 'domains' ? 'Registration is not open to this address' : 'Registration is closed')
}

/** What the first proof of an address changes: the account becomes a member with the default role. */
export const provenFields = (
  { defaultRole }: Pick<Deps['config'], 'defaultRole'>,
  user: Pick<UserRow, 'proven_by'>,
  proof: AddressProof,
): { proven_by?: AddressProof; role?: Role } => (user.proven_by === null ? { proven_by: proof, role: defaultRole } : {})

/** A stranger may have registered the address, and what they add or choose would stay when its owner arrives. */
export function requireMember({ member }: Pick<Person, 'member'>): void {
  if (!member) throw forbidden('Verify your email address with a code first')
}

/** A transaction in which a taken email or username is a 409, even if it was taken concurrently. */
export async function changingAccounts<T>({ db }: Pick<Deps, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction(work)
  } catch (error) {
    const taken = db.dialect.uniqueViolation(error)
    if (taken === 'users.email') throw conflict('An account with this email already exists')
    if (taken === 'users.username') throw conflict('An account with this username already exists')
    throw error
  }
}
