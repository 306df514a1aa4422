// Queries over throttles, one-time codes and used bridge tokens. The scheduler removes old rows.

import type { Insertable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** Newest first. */
export async function selectThrottleTimes(
  query: Query,
  scope: string,
  key: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await query
    .selectFrom('throttles')
    .select('at')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('at', '>', after)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.at)
}

export async function insertThrottle(tx: Tx, scope: string, key: string, at: number): Promise<number> {
  const row = await tx.insertInto('throttles').values({ scope, key, at }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function deleteThrottles(tx: Tx, ids: number[]): Promise<void> {
  await tx.deleteFrom('throttles').where('id', 'in', ids).execute()
}

export async function deleteThrottlesOf(tx: Tx, scope: string, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('scope', '=', scope).where('key', '=', key).execute()
}

/** Deletes by key prefix; keys are hexadecimal. */
export async function deleteThrottlesUnder(tx: Tx, scope: string, beginning: string): Promise<void> {
  await tx
    .deleteFrom('throttles')
    .where('scope', '=', scope)
    .where('key', '>=', beginning)
    .where('key', '<', `${beginning}g`)
    .execute()
}

/** When one of the askers was last sent a code for the identifier. */
export async function findLastSent(query: Query, identifier: string, askers: string[]): Promise<number> {
  const row = await query
    .selectFrom('codes')
    .select(({ fn }) => fn.max('sent_at').as('sent_at'))
    .where('identifier', '=', identifier)
    .where('asker', 'in', askers)
    .executeTakeFirst()
  return row?.sent_at ?? 0
}

/** Lets the next code be mailed at once; earlier ones stay valid. */
export async function forgetSent(tx: Tx, identifier: string): Promise<void> {
  await tx.updateTable('codes').set({ sent_at: 0 }).where('identifier', '=', identifier).execute()
}

export async function replaceCode(tx: Tx, row: Omit<Insertable<Tables['codes']>, 'attempts'>): Promise<void> {
  await tx
    .insertInto('codes')
    .values({ ...row, attempts: 0 })
    .onConflict((conflict) => conflict.columns(['identifier', 'asker']).doUpdateSet({ ...row, attempts: 0 }))
    .execute()
}

/** Makes a suppressed code look like a mailed one for the next request; earlier ones stay valid. */
export async function noteHeldCode(tx: Tx, row: Omit<Insertable<Tables['codes']>, 'attempts'>): Promise<void> {
  await tx
    .insertInto('codes')
    .values({ ...row, code_hmac: '', attempts: 0 })
    .onConflict((conflict) => conflict.columns(['identifier', 'asker']).doUpdateSet({ sent_at: row.sent_at }))
    .execute()
}

/**
 * Counts an attempt and returns the code's HMAC; undefined if no code is valid or no attempts are left. Several askers may
 * share a code and its attempts. The caller holds the identifier's lock.
 */
export async function spendAttempt(
  tx: Tx,
  identifier: string,
  asker: string,
  most: number,
  now: number,
): Promise<string | undefined> {
  const code = await tx
    .selectFrom('codes')
    .select('code_hmac')
    .where('identifier', '=', identifier)
    .where('asker', '=', asker)
    .where('attempts', '<', most)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!code) return undefined
  await tx
    .updateTable('codes')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('identifier', '=', identifier)
    .where('code_hmac', '=', code.code_hmac)
    .execute()
  return code.code_hmac
}

/**
 * False if the code was used concurrently. Keeps the time it was sent. The caller holds the identifier's lock: two
 * transactions that take these rows in another order would deadlock.
 */
export async function consumeCode(tx: Tx, identifier: string, hmac: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('codes')
    .set({ code_hmac: '', expires_at: now })
    .where('identifier', '=', identifier)
    .where('code_hmac', '=', hmac)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if the jti was used before. */
export async function consumeBridgeToken(tx: Tx, jti: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_uses')
    .values({ jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function findSecret(query: Query, name: string): Promise<string | undefined> {
  const row = await query.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function deleteSecret(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('secrets').where('name', '=', name).execute()
}

/** Returns the stored value: another node may have been first. */
export async function keepSecret(tx: Tx, name: string, value: string): Promise<string> {
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSecret(tx, name))!
}
