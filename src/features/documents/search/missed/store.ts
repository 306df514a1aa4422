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

/** listMissed: `waiting` is how many asked the team. */
export const listMissed = (
  query: Query,
  page: { limit: number; offset: number },
): Promise<(MissedRow & { waiting: number })[]> =>
  query
    .selectFrom('missed_searches')
    .selectAll()
    .select(
      sql<number>`(select cast(count(*) as integer) from team_questions
      where team_questions.words = missed_searches.words and team_questions.answered_at is null)`.as('waiting'),
    )
    .orderBy('searches', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('words')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const findMissed = (query: Query, words: string) =>
  query.selectFrom('missed_searches').select('question').where('words', '=', words).executeTakeFirst()

export async function deleteMissed(tx: Tx, words: string): Promise<void> {
  await tx.deleteFrom('missed_searches').where('words', '=', words).execute()
  await tx.deleteFrom('team_questions').where('words', '=', words).where('answered_at', 'is', null).execute()
}

/** deleteOldMissed removes what nobody has asked for since, and the rarest beyond those that are kept. */
export async function deleteOldMissed(tx: Tx, before: number, kept: number, most: number): Promise<number> {
  await tx.deleteFrom('team_questions').where('asked_at', '<', before).execute()
  const beyond = await listMissed(tx, { limit: most, offset: kept })
  const old = await tx.selectFrom('missed_searches').select('words').where('last_at', '<', before).limit(most).execute()
  const words = [...beyond, ...old].map((row) => row.words).slice(0, most)
  if (words.length === 0) return 0
  await tx.deleteFrom('missed_searches').where('words', 'in', words).execute()
  return words.length
}
