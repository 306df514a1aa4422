// Queries over what comes before a sign-in: throttles, one-time codes, used bridge tokens. The beat clears what has aged.

import type { Insertable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** selectThrottleTimes gives the newest times first, at most `limit` of them. */
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

/** deleteThrottlesUnder takes the beginning of keys, which are hexadecimal. */
export async function deleteThrottlesUnder(tx: Tx, scope: string, beginning: string): Promise<void> {
  await tx
    .deleteFrom('throttles')
    .where('scope', '=', scope)
    .where('key', '>=', beginning)
    .where('key', '<', `${beginning}g`)
    .execute()
}

/** findLastSent is when one of the askers was last sent a code for the identifier. */
export async function findLastSent(query: Query, identifier: string, askers: string[]): Promise<number> {
  const row = await query
    .selectFrom('codes')
    .select(({ fn }) => fn.max('sent_at').as('sent_at'))
    .where('identifier', '=', identifier)
    .where('asker', 'in', askers)
    .executeTakeFirst()
  return row?.sent_at ?? 0
}

/** forgetSent lets the next code be mailed at once; one that was mailed before stays valid. */
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

/** noteHeldCode makes asking again as quiet as after a code that was mailed; one that was mailed before stays valid. */
export async function noteHeldCode(tx: Tx, row: Omit<Insertable<Tables['codes']>, 'attempts'>): Promise<void> {
  await tx
    .insertInto('codes')
    .values({ ...row, code_hmac: '', attempts: 0 })
    .onConflict((conflict) => conflict.columns(['identifier', 'asker']).doUpdateSet({ sent_at: row.sent_at }))
    .execute()
}

/**
 * spendAttempt counts an attempt and gives the code's HMAC, or nothing when there is no live code with attempts left. Several
 * may use one code, and what one spends is spent for all. The caller holds the lock of the identifier.
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
 * takeCode tells whether this transaction used the code up: of several at once, one did. When it was sent stays known. The
 * caller holds the lock of the identifier, because two who take the same rows in another order would wait for each other.
 */
export async function takeCode(tx: Tx, identifier: string, hmac: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('codes')
    .set({ code_hmac: '', expires_at: now })
    .where('identifier', '=', identifier)
    .where('code_hmac', '=', hmac)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** takeBridgeToken tells whether the jti was new: of several at once, it is for one. */
export async function takeBridgeToken(tx: Tx, jti: string, expiresAt: number): Promise<boolean> {
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

/** keepSecret gives the stored value: another node may have been first. */
export async function keepSecret(tx: Tx, name: string, value: string): Promise<string> {
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSecret(tx, name))!
}
