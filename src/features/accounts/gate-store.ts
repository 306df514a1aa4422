// Queries over what comes before a sign-in: throttles, one-time codes, used bridge tokens. The beat clears what has aged.

import type { Query, Tx } from '#engine/db/db.ts'

export type CodeRow = {
  identifier: string
  code_hmac: string
  attempts: number
  sent_at: number
  expires_at: number
}

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

export async function deleteThrottle(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('throttles').where('id', '=', id).execute()
}

export async function deleteThrottlesOf(tx: Tx, scope: string, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('scope', '=', scope).where('key', '=', key).execute()
}

export function findCode(query: Query, identifier: string): Promise<CodeRow | undefined> {
  return query.selectFrom('codes').selectAll().where('identifier', '=', identifier).executeTakeFirst()
}

export async function replaceCode(tx: Tx, row: Omit<CodeRow, 'attempts'>): Promise<void> {
  await tx
    .insertInto('codes')
    .values({ ...row, attempts: 0 })
    .onConflict((conflict) => conflict.column('identifier').doUpdateSet({ ...row, attempts: 0 }))
    .execute()
}

/** spendAttempt counts an attempt and gives the code's HMAC, or nothing when there is no live code with attempts left. */
export async function spendAttempt(tx: Tx, identifier: string, most: number, now: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('codes')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('identifier', '=', identifier)
    .where('attempts', '<', most)
    .where('expires_at', '>', now)
    .returning('code_hmac')
    .executeTakeFirst()
  return row?.code_hmac
}

/** takeCode tells whether this transaction used the code up: of several at once, one did. When it was sent stays known. */
export async function takeCode(tx: Tx, identifier: string, hmac: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('codes')
    .set({ code_hmac: '', expires_at: now })
    .where('identifier', '=', identifier)
    .where('code_hmac', '=', hmac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
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

/** keepSecret gives the stored value: another node may have been first. */
export async function keepSecret(tx: Tx, name: string, value: string): Promise<string> {
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSecret(tx, name))!
}
