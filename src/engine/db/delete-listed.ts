// The one shape of a bounded deletion, which both engines know: the rows whose keys a query lists, and how many they were.

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
