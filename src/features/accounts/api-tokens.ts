// API tokens: made in the panel or by a signed-in program, named, with a role not above their owner's, shown once.

import { hasRole, type Person, rankOf } from '#actor.ts'
import { accountChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Role } from '#engine/db/tables.ts'
import { conflict, forbidden, invalidValue, notFound } from '#errors.ts'
import { DAY, stamp, stampOrNull } from '#time.ts'
import { recordAudit } from './audit.ts'
import { type ApiTokenRow, deleteApiToken, insertApiToken, selectApiTokens } from './session-store.ts'
import { API_PREFIX, hashToken, newToken } from './tokens.ts'
import { findUserById } from './user-store.ts'

const SHOWN_LENGTH = API_PREFIX.length + 6
const MOST_TOKENS = 200

type Owner = { actor: Person; sessionId: number | null }
type NewApiToken = { name: string; expires_in_days?: number | null; role?: Role | null }

/** makeApiToken refuses API tokens: what is revoked must not live on in tokens that it made. */
export async function makeApiToken({ db, clock }: Pick<Deps, 'db' | 'clock'>, owner: Owner, given: NewApiToken) {
  const { actor, sessionId } = owner
  if (sessionId === null) throw forbidden('An API token cannot make another one; sign in to do so')
  const role = given.role ?? actor.role
  if (rankOf(role) > rankOf(actor.role))
    throw invalidValue(['body', 'role'], `the role of a token cannot be above your own (${actor.role})`, role)
  const token = newToken(API_PREFIX)
  const now = clock.now()
  const row = await db.inTransaction(async (tx) => {
    if ((await selectApiTokens(tx, actor.userId)).length >= MOST_TOKENS)
      throw conflict(`User ${actor.userId} has ${MOST_TOKENS} API tokens; revoke one first`)
    const made = await insertApiToken(tx, {
      hash: hashToken(token),
      user_id: actor.userId,
      name: given.name,
      prefix: token.slice(0, SHOWN_LENGTH),
      role,
      created_at: now,
      expires_at: given.expires_in_days ? now + given.expires_in_days * DAY : null,
    })
    await recordAudit(tx, actor, 'token.created', `token:${made.id}`, { name: made.name, role }, now)
    return made
  })
  return { ...presentApiToken(row), token }
}

/** listApiTokens gives one's own; administrators may ask for anyone's. */
export async function listApiTokens({ db }: Pick<Deps, 'db'>, actor: Person, userId?: number) {
  if (userId !== undefined && userId !== actor.userId && !hasRole(actor, 'admin'))
    throw forbidden('Requires the admin role')
  if (userId !== undefined && !(await findUserById(db.read, userId))) throw notFound('User')
  return (await selectApiTokens(db.read, userId ?? actor.userId)).map(presentApiToken)
}

export async function revokeApiToken({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Person, id: number) {
  await db.inTransaction(async (tx) => {
    const revoked = await deleteApiToken(tx, id, hasRole(actor, 'admin') ? undefined : actor.userId)
    if (!revoked) throw notFound('Token')
    const detail = { name: revoked.name, user: `user:${revoked.user_id}` }
    await recordAudit(tx, actor, 'token.revoked', `token:${id}`, detail, clock.now())
    accountChanged(tx, { userId: revoked.user_id, aspects: ['access'] })
  })
}

const presentApiToken = (row: ApiTokenRow) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  role: row.role,
  expires_at: stampOrNull(row.expires_at),
  created_at: stamp(row.created_at),
  last_used_at: stampOrNull(row.last_used_at),
})
