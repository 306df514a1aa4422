// API tokens: created by signed-in people, named, with at most their owner's role, shown once.

import type { Static } from 'typebox'
import { hasRole, type Person, rankOf, type Scope } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { conflict, forbidden, invalidValue, notFound } from '#errors.ts'
import { DAY, stamp, stampOrNull } from '#time.ts'
import { recordAudit } from '../audit/audit.ts'
import { type NoticeDeps, notify } from '../notices.ts'
import { scopesWithin } from '../roles.ts'
import type { ApiTokenCreate } from '../schemas.ts'
import { findUserById } from '../user-store.ts'
import { type ApiTokenRow, deleteApiToken, insertApiToken, selectApiTokens } from './session-store.ts'
import { holdSession } from './sessions.ts'
import { API_PREFIX, hashToken, newToken } from './tokens.ts'

const SHOWN_LENGTH = API_PREFIX.length + 6
const MOST_TOKENS = 200
const LIFE_DAYS = 90
/** Only these scopes can be bound to categories: drafting reads all categories, and administration concerns none. */
const BOUND_SCOPES: readonly Scope[] = ['read', 'write']

type TokenHolder = { actor: Person; sessionId: number | null; tokenId: number | null; scopes: readonly Scope[] | null }

/** Finds which categories the actor can see (injected, as accounts know no categories). */
export type TokenDeps = NoticeDeps & {
  findCategories: (actor: Person, ids: readonly number[]) => Promise<Set<number>>
}

/** Refused to API tokens: otherwise tokens made by a stolen one would outlive its revocation. */
export async function makeApiToken(deps: TokenDeps, owner: TokenHolder, given: Static<typeof ApiTokenCreate>) {
  const { db, clock, findCategories } = deps
  const { actor, sessionId } = owner
  if (sessionId === null) throw forbidden('An API token cannot make another one; sign in to do so')
  const role = given.role ?? actor.role
  if (rankOf(role) > rankOf(actor.role))
    throw invalidValue(['body', 'role'], `the role of a token cannot be above your own (${actor.role})`, role)
  const bound = given.category_ids && [...new Set(given.category_ids)].sort((one, other) => one - other)
  const found = bound && (await findCategories(actor, bound))
  const unknown = bound?.find((id) => !found?.has(id))
  if (unknown !== undefined)
    throw invalidValue(['body', 'category_ids'], `Category ${unknown} does not exist`, given.category_ids)
  const scopes = given.scopes ?? (bound ? scopesWithin(role, BOUND_SCOPES) : null)
  const far = bound ? (scopes?.filter((scope) => !BOUND_SCOPES.includes(scope)) ?? []) : []
  if (far.length > 0)
    throw invalidValue(['body', 'scopes'], `a token that is limited to categories can't have ${far.join(', ')}`, scopes)
  const beyond = scopes?.filter((scope) => !scopesWithin(role, scopes).includes(scope)) ?? []
  if (beyond.length > 0)
    throw invalidValue(['body', 'scopes'], `the role ${role} does not allow the scope ${beyond.join(', ')}`, scopes)
  const token = newToken(API_PREFIX)
  const now = clock.now()
  const row = await db.inTransaction(async (tx) => {
    await holdSession(deps, tx, owner)
    if ((await selectApiTokens(tx, actor.userId)).length >= MOST_TOKENS)
      throw conflict(`User ${actor.userId} has ${MOST_TOKENS} API tokens; revoke one first`)
    const row = await insertApiToken(tx, {
      hash: hashToken(token),
      user_id: actor.userId,
      name: given.name,
      prefix: token.slice(0, SHOWN_LENGTH),
      role,
      created_at: now,
      expires_at: now + (given.expires_in_days ?? LIFE_DAYS) * DAY,
      scopes: scopes && JSON.stringify(scopesWithin(role, scopes)),
      category_ids: bound ? JSON.stringify(bound) : null,
    })
    await recordAudit(
      tx,
      actor,
      'token.created',
      `token:${row.id}`,
      { name: row.name, role, scopes: presentApiToken(row).scopes, ...(bound && { category_ids: bound }) },
      now,
    )
    return row
  })
  // A repeat with the same Idempotency-Key gets the first token's row, whose secret isn't stored.
  const isNew = row.hash === hashToken(token)
  const user = isNew ? await findUserById(db.read, actor.userId) : undefined
  // After the commit, because a mail can't be rolled back.
  if (user) await notify(deps, user, 'token_made', { address: actor.address })
  return { ...presentApiToken(row), token: isNew ? token : null }
}

/** One's own; administrators may list anyone's, after `prove`. */
export async function listApiTokens(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: TokenHolder,
  userId: number | undefined,
  prove: () => void,
) {
  const { actor } = owner
  if (userId !== undefined && userId !== actor.userId) {
    if (!isAdmin(owner)) throw forbidden('Requires the admin role')
    prove()
    if (!(await findUserById(db.read, userId))) throw notFound('User')
    await db.inTransaction((tx) => recordAudit(tx, actor, 'token.listed', `user:${userId}`, {}, clock.now()))
  }
  return (await selectApiTokens(db.read, userId ?? actor.userId)).map(presentApiToken)
}

/** An administrator's API token needs the scope as well. */
const isAdmin = ({ actor, scopes }: TokenHolder): boolean =>
  hasRole(actor, 'admin') && (scopes === null || scopes.includes('admin'))

/** An API token may revoke itself but not its owner's other tokens, as it may be stolen. */
export async function revokeApiToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: TokenHolder,
  id: number,
  prove: () => void,
): Promise<void> {
  const { actor } = owner
  if (owner.tokenId !== null && owner.tokenId !== id && !isAdmin(owner)) throw forbidden('Requires the scope admin')
  await db.inTransaction(async (tx) => {
    const revoked = await deleteApiToken(tx, id, isAdmin(owner) ? undefined : actor.userId)
    if (!revoked) throw notFound('Token')
    if (revoked.user_id !== actor.userId) prove()
    const detail = { name: revoked.name, user: `user:${revoked.user_id}` }
    await recordAudit(tx, actor, 'token.revoked', `token:${id}`, detail, clock.now())
  })
}

export const presentApiToken = (row: ApiTokenRow) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  role: row.role,
  scopes: scopesWithin(row.role, row.scopes === null ? null : JSON.parse(row.scopes)),
  category_ids: row.category_ids === null ? null : (JSON.parse(row.category_ids) as number[]),
  expires_at: stampOrNull(row.expires_at),
  created_at: stamp(row.created_at),
  last_used_at: stampOrNull(row.last_used_at),
})
