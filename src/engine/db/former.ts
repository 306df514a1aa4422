// The tables that held texts before they became revisions (migration 0058). They stay, unused, so that nothing is lost by an
// update, until someone is sure and drops them.

import { sql } from 'kysely'
import type { Tx } from './tx.ts'

/** FORMER is in the order in which they can be dropped. */
export const FORMER = [
  'former_blocks',
  'former_revisions',
  'former_working_copies',
  'former_trash_revisions',
  'former_trash',
]

export async function dropFormerTables(tx: Tx): Promise<void> {
  for (const table of FORMER) await sql`drop table if exists ${sql.table(table)}`.execute(tx)
}
