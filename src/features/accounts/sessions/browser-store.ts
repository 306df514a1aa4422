// Queries over known browsers, identified by a cookie's hash.

import type { Query, Tx } from '#engine/db/db.ts'

export async function hasBrowser(query: Query, userId: number, hash: string): Promise<boolean> {
  const row = await query
    .selectFrom('known_browsers')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

export async function keepBrowser(tx: Tx, userId: number, hash: string, now: number): Promise<void> {
  await tx
    .insertInto('known_browsers')
    .values({ user_id: userId, hash, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ last_used_at: now }))
    .execute()
}

export async function forgetBrowsersOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
}
