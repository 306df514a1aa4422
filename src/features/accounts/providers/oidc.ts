// Sign-in through an identity provider. Accounts are bound to issuer and subject, never to an address: addresses are
// reassigned, and some providers let people type them. An existing account is bound by its signed-in owner with a fresh
// proof; a verified address binds an open invitation, or any account if the provider's settings allow it.

import type { Person } from '#actor.ts'
import { rankOf } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { findEmailFault } from '#email.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { conflict, forbidden, notFound, unauthenticated } from '#errors.ts'
import type { Provider } from '#settings/oidc.ts'
import { HOUR, stamp, stampOrNull } from '#time.ts'
import { canonicalName, changeRole, changingAccounts, makeAccount, requireMember } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { keepGroupsOf } from '../groups/groups.ts'
import { consumeBridgeToken } from '../guard/gate-store.ts'
import { claimAccount } from '../guard/reset.ts'
import type { Caller, Self } from '../sessions/caller.ts'
import { actorOf, holdSession, openSession, type SignedIn } from '../sessions/sessions.ts'
import { findUserById, findUserByIdentifier, hasOtherAdmin, type UserRow } from '../user-store.ts'
import * as store from './identity-store.ts'
import { type Claims, readLogout } from './oidc-client.ts'

type OidcDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>

export function getProvider({ config }: Pick<Deps, 'config'>, id: string): Provider {
  const provider = config.oidc.find((one) => one.id === id)
  if (!provider) throw notFound('Provider')
  return provider
}

/** Signs in the bound account, or binds or creates one. */
export async function enterByProvider(
  deps: OidcDeps,
  provider: Provider,
  claims: Claims,
  caller: Caller,
): Promise<SignedIn> {
  const { db, clock } = deps
  return changingAccounts(deps, async (tx) => {
    const now = clock.now()
    // Both creating an account and granting a role depend on the number of administrators.
    await db.dialect.lock(tx, 'first-admin')
    const user = await withRole(deps, tx, provider, claims, await accountOf(deps, tx, provider, claims, caller), now)
    if (user.disabled === 1) throw unauthenticated('Invalid token')
    const isInGroups = await withGroups(tx, provider, claims, user, now)
    const lasts = isInGroups ? deps.config.groupSession * HOUR : undefined
    const vouched = { issuer: claims.issuer, provider_sid: claims.sid, lasts }
    return openSession(tx, user, 'provider', caller, now, 'provider', vouched)
  })
}

async function accountOf(
  deps: OidcDeps,
  tx: Tx,
  { id, name: providerName, link }: Provider,
  claims: Claims,
  caller: Caller,
): Promise<UserRow> {
  const { config, clock } = deps
  const { issuer, subject, name } = claims
  const now = clock.now()
  // Found without the address, which may have changed at the provider or been reassigned.
  const bound = await store.findIdentity(tx, issuer, subject)
  if (bound) {
    await store.touchIdentity(tx, bound.id, now)
    return (await findUserById(tx, bound.user_id))!
  }
  const email = canonicalName(claims.email ?? '')
  if (email === '' || findEmailFault(email)) throw forbidden('The identity provider did not return an email address')
  if (claims.isVerified === undefined)
    throw forbidden(
      `${providerName} does not say whether it has verified your address (email_verified). If it verifies every address, an administrator can allow it with "addresses": "verified" in GALLEY_OIDC`,
    )
  if (!claims.isVerified) throw forbidden('The identity provider has not verified your address')
  const found = await findUserByIdentifier(tx, email)
  if (found && found.proven_by !== null && !isOpenInvitation(found) && link !== 'verified')
    throw forbidden('An account with this address exists; sign in to it and link the provider there')
  if (!found && config.registration === 'invite') throw forbidden('Registration is by invitation')
  const user = found
    ? await claimAccount(deps, tx, found, caller, now)
    : await makeAccount(
        deps,
        tx,
        { email, display_name: name, email_verified: 1, proven_by: 'provider' },
        'provider',
        caller,
        now,
      )
  await bind(tx, { ...actorOf(user), address: caller.address }, user, { issuer, subject }, id, now)
  return user
}

/** Nobody has signed in to it yet, so binding it displaces nobody. */
const isOpenInvitation = ({ proven_by, last_login_at, password_hash }: UserRow): boolean =>
  proven_by === 'invitation' && last_login_at === null && password_hash === null

/** Assigns the role for the person's groups at every sign-in; the last administrator keeps theirs. */
async function withRole(
  { config }: OidcDeps,
  tx: Tx,
  provider: Provider,
  { groups }: Claims,
  user: UserRow,
  now: number,
): Promise<UserRow> {
  if (provider.roles.size === 0) return user
  const named = groups.flatMap((group) => provider.roles.get(group) ?? [])
  const role = named.reduce<Role>((best, one) => (rankOf(one) > rankOf(best) ? one : best), config.defaultRole)
  const isLastAdmin = user.role === 'admin' && !(await hasOtherAdmin(tx, user.id))
  if (role === user.role || isLastAdmin) return user
  return changeRole(tx, actorOf(user), user, role, now, provider.id)
}

/** Keeps up the person's groups; true if the provider names any, which it then has to be asked about again. */
async function withGroups(tx: Tx, { id, groups }: Provider, claims: Claims, user: UserRow, now: number) {
  if (groups === undefined) return false
  const names = groups === 'all' ? claims.groups : claims.groups.flatMap((value) => groups.get(value) ?? [])
  return keepGroupsOf(tx, actorOf(user), id, names, now)
}

type Subject = Pick<Claims, 'issuer' | 'subject'>

async function bind(
  tx: Tx,
  actor: Person,
  { id: user_id }: Pick<UserRow, 'id'>,
  subject: Subject,
  provider: string,
  now: number,
) {
  await store.insertIdentity(tx, { user_id, ...subject, created_at: now, last_used_at: now })
  await recordAudit(tx, actor, 'identity.linked', `user:${user_id}`, { provider }, now)
}

/** Links the person to the signed-in account, whatever their address. */
export async function linkIdentity(deps: OidcDeps, self: Self, provider: Provider, claims: Claims): Promise<void> {
  const { db, clock } = deps
  const { actor } = self
  requireMember(actor)
  await db.inTransaction(async (tx) => {
    await holdSession(deps, tx, self)
    const { issuer, subject } = claims
    const bound = await store.findIdentity(tx, issuer, subject)
    if (bound && bound.user_id !== actor.userId) throw conflict('This identity belongs to another account')
    if (!bound) await bind(tx, actor, { id: actor.userId }, { issuer, subject }, provider.id, clock.now())
  })
}

export async function listOwnIdentities({ db, config }: Pick<Deps, 'db' | 'config'>, actor: Person) {
  return (await store.listIdentities(db.read, actor.userId)).map(({ id, issuer, created_at, last_used_at }) => ({
    id,
    provider: config.oidc.find((one) => new URL(one.issuer).href === new URL(issuer).href)?.name ?? issuer,
    created_at: stamp(created_at),
    last_used_at: stampOrNull(last_used_at),
  }))
}

export async function unlinkIdentity({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Person, id: number) {
  await db.inTransaction(async (tx) => {
    const removed = await store.deleteIdentity(tx, actor.userId, id)
    if (!removed) throw notFound('Identity')
    await store.endProviderSessions(tx, removed.issuer, { userId: actor.userId }, clock.now())
    const detail = { issuer: removed.issuer }
    await recordAudit(tx, actor, 'identity.unlinked', `user:${actor.userId}`, detail, clock.now())
  })
}

/** Back-channel logout: ends a session that the provider opened, or all of a person. A token works once. */
export async function endByProvider(deps: OidcDeps, provider: Provider, token: string): Promise<void> {
  const { db, clock, log } = deps
  const { issuer, jti, subject, sid } = await readLogout(provider, token, log)
  await db.inTransaction(async (tx) => {
    const now = clock.now()
    if (!(await consumeBridgeToken(tx, `logout:${issuer}:${jti}`, now))) throw unauthenticated('Invalid token')
    const bound = subject === undefined ? undefined : await store.findIdentity(tx, issuer, subject)
    const which = sid !== undefined ? { sid } : bound && { userId: bound.user_id }
    const ended = which ? await store.endProviderSessions(tx, issuer, which, now) : []
    for (const { id, user_id } of ended) {
      const actor = { userId: null, role: null, label: provider.name, member: false }
      await recordAudit(tx, actor, 'session.ended', `session:${id}`, { user: `user:${user_id}` }, now)
    }
  })
}
