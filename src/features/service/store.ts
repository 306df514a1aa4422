// The one question that the set-up page asks of the database.

import type { Db } from '../../engine/db/db.ts'

export async function hasAccounts({ read }: Pick<Db, 'read'>): Promise<boolean> {
  return (await read.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
