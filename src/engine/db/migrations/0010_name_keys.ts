// Names of people as they are searched: lower() knows only ASCII on SQLite, and on PostgreSQL in the C locale.

import { sql } from 'kysely'
import { fold } from '#folding.ts'
import type { MigrationSteps } from '../migration.ts'
import type { Tx } from '../tx.ts'

const ROWS_AT_ONCE = 1_000

export default {
  statements: () => [`alter table users add column name_key text not null default ''`],
  fill: async (tx) => {
    let rows = await namedAfter(tx, 0)
    for (; rows.length > 0; rows = await namedAfter(tx, rows.at(-1)!.id))
      for (const { id, display_name } of rows)
        await sql`update users set name_key = ${fold(display_name)} where id = ${id}`.execute(tx)
  },
} satisfies MigrationSteps

async function namedAfter(tx: Tx, id: number): Promise<{ id: number; display_name: string }[]> {
  const { rows } = await sql<{ id: number; display_name: string }>`
    select id, display_name from users where id > ${id} and display_name is not null order by id limit ${ROWS_AT_ONCE}
  `.execute(tx)
  return rows
}
