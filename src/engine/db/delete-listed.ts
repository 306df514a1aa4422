// A bounded deletion that works on both engines: deletes the rows whose keys a query selects, and returns their number.

import { type Expression, sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Tx } from './tx.ts'

export async function deleteListed<Table extends keyof Tables & string>(
  tx: Tx,
  table: Table,
  key: keyof Tables[Table] & string,
  keys: Expression<unknown>,
): Promise<number> {
  const deleted = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in ${keys}`.execute(tx)
  return Number(deleted.numAffectedRows ?? 0n)
}
