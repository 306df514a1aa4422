// Queries over sessions, their tokens and API tokens. Tokens are stored as SHA-256: they are long and random, so a slow
// password hash would protect nothing, and every request would pay for it.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { EDITORS_SEE } from '../user-store.ts'

export type ApiTokenRow = Selectable<Tables['api_tokens']>
export type TokenOwnerRow = Pick<Selectable<Tables['users']>, 'role' | 'email' | 'disabled' | 'proven_by'> & {
  user_id: number
  editors_see: string | null
}

const OWNER = [
  'users.id as user_id',
  'users.role',
  'users.email',
  'users.disabled',
  'users.proven_by',
  EDITORS_SEE.as('editors_see'),
] as const

/** A token with its session and owner: the only query of a request whose token isn't cached. */
export const findSessionToken = (query: Query, hash: string) =>
  query
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'session_tokens.session_id',
      'session_tokens.expires_at',
      'session_tokens.retired_at',
      'sessions.refreshable_until',
      'sessions.ended_at',
      'sessions.proved_at',
      'sessions.last_used_at',
      'sessions.factor',
      'users.second_factor',
    ])
    .select(OWNER)
    .where('session_tokens.hash', '=', hash)
    .executeTakeFirst()
export type SessionTokenRow = NonNullable<Awaited<ReturnType<typeof findSessionToken>>>

export const findApiToken = (query: Query, hash: string) =>
  query
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id',
      'api_tokens.role as token_role',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
      'api_tokens.scopes',
      'api_tokens.category_ids',
    ])
    .select(OWNER)
    .where('api_tokens.hash', '=', hash)
    .executeTakeFirst()
export type OwnedApiToken = NonNullable<Awaited<ReturnType<typeof findApiToken>>>

/** For requests that the session has already admitted: no token is checked. */
export const findLiveSession = (query: Query, id: number) =>
  query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.proved_at')
    .select(OWNER)
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('users.disabled', '=', 0)
    .executeTakeFirst()

export const findLiveApiToken = (query: Query, id: number, now: number) =>
  query
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.role as token_role', 'api_tokens.scopes', 'api_tokens.category_ids'])
    .select(OWNER)
    .where('api_tokens.id', '=', id)
    .where(({ or, eb }) => or([eb('api_tokens.expires_at', 'is', null), eb('api_tokens.expires_at', '>', now)]))
    .where('users.disabled', '=', 0)
    .executeTakeFirst()

export function insertSession(tx: Tx, values: Insertable<Tables['sessions']>): Promise<{ id: number }> {
  return tx.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()
}

export async function insertSessionToken(tx: Tx, values: Insertable<Tables['session_tokens']>): Promise<void> {
  await tx.insertInto('session_tokens').values(values).execute()
}

/** False if it was retired concurrently. */
export async function retireSessionToken(tx: Tx, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session_tokens')
    .set({ retired_at: now })
    .where('hash', '=', hash)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if the session had ended. */
async function changeLiveSession(tx: Tx, id: number, change: { ended_at: number } | { proved_at: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
export const endSession = (tx: Tx, id: number, now: number) => changeLiveSession(tx, id, { ended_at: now })
export const proveSession = (tx: Tx, id: number, now: number) => changeLiveSession(tx, id, { proved_at: now })

/** False if the session has ended; otherwise locks it until the end of the transaction. */
export async function isHeld(tx: Tx, { forShare }: Pick<Dialect, 'forShare'>, id: number): Promise<boolean> {
  const live = tx.selectFrom('sessions').select('id').where('id', '=', id).where('ended_at', 'is', null)
  return (await live.modifyEnd(sql.raw(forShare)).executeTakeFirst()) !== undefined
}

/** Proofs stay valid in this session alone. */
export async function forgetProofsOf(tx: Tx, userId: number, except: number | null): Promise<void> {
  const sessions = tx.updateTable('sessions').set({ proved_at: 0 }).where('user_id', '=', userId)
  await sessions.where('id', 'is distinct from', except).where('ended_at', 'is', null).execute()
}

/** Also ends sign-ins that wait for their second step. */
export async function endSessionsOf(tx: Tx, userId: number, now: number, except: number | null = null): Promise<void> {
  await tx.deleteFrom('tickets').where('user_id', '=', userId).execute()
  let sessions = tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (except !== null) sessions = sessions.where('id', '<>', except)
  await sessions.execute()
}

export type SessionRow = Selectable<Tables['sessions']>

export const findSession = (query: Query, id: number): Promise<SessionRow | undefined> =>
  query.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** Sessions that can still be used or refreshed, newest first. */
export function selectSessions(query: Query, userId: number, now: number): Promise<SessionRow[]> {
  return query
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('refreshable_until', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

export function insertApiToken(tx: Tx, values: Insertable<Tables['api_tokens']>): Promise<ApiTokenRow> {
  return tx.insertInto('api_tokens').values(values).returningAll().executeTakeFirstOrThrow()
}

export function selectApiTokens(query: Query, userId: number): Promise<ApiTokenRow[]> {
  return query.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** `owner` undefined: an administrator may revoke anyone's. */
export function deleteApiToken(tx: Tx, id: number, owner: number | undefined): Promise<ApiTokenRow | undefined> {
  let tokens = tx.deleteFrom('api_tokens').where('id', '=', id)
  if (owner !== undefined) tokens = tokens.where('user_id', '=', owner)
  return tokens.returningAll().executeTakeFirst()
}

export async function deleteApiTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
}

export async function setLastUsed(tx: Tx, table: 'api_tokens' | 'sessions', id: number, at: number): Promise<void> {
  await tx.updateTable(table).set({ last_used_at: at }).where('id', '=', id).execute()
}
