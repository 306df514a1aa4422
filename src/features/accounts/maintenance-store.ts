// The one deletion of what has aged around sign-ins.

import { sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** The rows of an AgedTable go when one of their `times` has passed long enough; `key` finds them again for the deletion. */
export type AgedTable<Table extends keyof Tables> = {
  key: keyof Tables[Table] & string
  times: (keyof Tables[Table] & string)[]
}

/**
 * deleteAged removes at most `most` rows and returns how many. The rule stands twice, because a key need not be unique: the same
 * browser may have been used for another account lately.
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
