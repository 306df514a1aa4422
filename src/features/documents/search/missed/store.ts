// Queries over the searches that found nothing.

import { sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'

type MissedRow = { words: string; question: string | null; searches: number; last_at: number }

export async function addMissed(tx: Tx, rows: MissedRow[]): Promise<void> {
  await tx
    .insertInto('missed_searches')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('words').doUpdateSet({
        searches: sql<number>`missed_searches.searches + excluded.searches`,
        question: sql<string | null>`coalesce(excluded.question, missed_searches.question)`,
        last_at: sql<number>`excluded.last_at`,
      }),
    )
    .execute()
}

export const listMissed = (query: Query, page: { limit: number; offset: number }): Promise<MissedRow[]> =>
  query
    .selectFrom('missed_searches')
    .selectAll()
    .orderBy('searches', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('words')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export async function deleteMissed(tx: Tx, words: string): Promise<void> {
  await tx.deleteFrom('missed_searches').where('words', '=', words).execute()
}

/** deleteOldMissed removes what nobody has asked for since, and the rarest beyond those that are kept. */
export async function deleteOldMissed(tx: Tx, before: number, kept: number, most: number): Promise<number> {
  const beyond = await listMissed(tx, { limit: most, offset: kept })
  const old = await tx.selectFrom('missed_searches').select('words').where('last_at', '<', before).limit(most).execute()
  const words = [...beyond, ...old].map((row) => row.words).slice(0, most)
  if (words.length === 0) return 0
  await tx.deleteFrom('missed_searches').where('words', 'in', words).execute()
  return words.length
}
