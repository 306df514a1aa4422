// Deletion of expired rows around sign-ins.

import { sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** Rows are deleted once one of their `times` is old enough; `key` identifies them. */
export type AgedTable<Table extends keyof Tables> = {
  key: keyof Tables[Table] & string
  times: (keyof Tables[Table] & string)[]
}

/**
 * Deletes at most `most` rows and returns how many. The condition is repeated in the delete, because a key need not be
 * unique: the same browser may have been used for another account recently.
 */
export async function deleteAged<Table extends keyof Tables & string>(
  tx: Tx,
  table: Table,
  { key, times }: AgedTable<Table>,
  before: number,
  most: number,
): Promise<number> {
  const isOld = sql.join(
    times.map((time) => sql`${sql.ref(time)} < ${before}`),
    sql` or `,
  )
  const old = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${isOld} limit ${most}`
  const deleted = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${old}) and (${isOld})`.execute(
    tx,
  )
  return Number(deleted.numAffectedRows ?? 0n)
}
