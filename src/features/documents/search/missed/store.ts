// Queries over searches without results.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { WaitingPart } from '#features/inbox/waiting.ts'

type MissedRow = { words: string; question: string | null; searches: number; last_at: number }
/** `nearest` is the page that was found all the same. */
export type MissedNow = MissedRow & { nearest?: number | undefined }

/** Returns those that are questions or happened before: a single search may be a typo. */
export async function addMissed(tx: Tx, rows: readonly MissedNow[]): Promise<MissedNow[]> {
  const added = await tx
    .insertInto('missed_searches')
    .values(rows.map(({ nearest, ...row }) => row))
    .onConflict((conflict) =>
      conflict.column('words').doUpdateSet({
        searches: sql<number>`missed_searches.searches + excluded.searches`,
        question: sql<string | null>`coalesce(excluded.question, missed_searches.question)`,
        last_at: sql<number>`excluded.last_at`,
      }),
    )
    .returning(['words', 'searches'])
    .execute()
  const times = new Map(added.map(({ words, searches }) => [words, searches]))
  return rows.filter(({ words, question }) => question !== null || times.get(words)! > 1)
}

/** Saves the nearest page of each. */
export async function putDuties(tx: Tx, rows: readonly MissedNow[]): Promise<void> {
  const near = rows.flatMap(({ nearest }) => nearest ?? [])
  if (near.length === 0) return
  const found = await tx.selectFrom('documents').select('id').where('id', 'in', near).execute()
  const there = new Set(found.map(({ id }) => id))
  const duties = rows.flatMap(({ words, nearest, last_at: since }) =>
    nearest !== undefined && there.has(nearest) ? { words, document_id: nearest, since } : [],
  )
  if (duties.length === 0) return
  await tx
    .insertInto('missed_duties')
    .values(duties)
    .onConflict((conflict) =>
      conflict.column('words').doUpdateSet((eb) => ({ document_id: eb.ref('excluded.document_id') })),
    )
    .execute()
}

const selectMissed = (query: Query) =>
  query
    .selectFrom('missed_searches')
    .leftJoin('missed_duties', 'missed_duties.words', 'missed_searches.words')
    .orderBy('searches', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('missed_searches.words')

export type MissedPart = { limit: number; offset: number; entry?: number | undefined }

/** `waiting` is how many people asked the team; `entry` limits the list to one inbox entry. */
export const listMissed = (query: Query, readable: Expression<SqlBool>, { limit, offset, entry }: MissedPart) =>
  selectMissed(query)
    .leftJoin('documents', (join) => join.onRef('documents.id', '=', 'missed_duties.document_id').on(readable))
    .selectAll('missed_searches')
    .select(['documents.id as nearest_id', 'documents.title as nearest_title'])
    .select(
      sql<number>`(select cast(count(*) as integer) from team_questions
      where team_questions.words = missed_searches.words and team_questions.answered_at is null)`.as('waiting'),
    )
    .$if(entry !== undefined, (rows) => rows.where('missed_duties.id', '=', entry!))
    .limit(limit)
    .offset(offset)
    .execute()

export const findMissed = (query: Query, words: string) =>
  query.selectFrom('missed_searches').select('question').where('words', '=', words).executeTakeFirst()

export async function deleteMissed(tx: Tx, words: string): Promise<void> {
  await tx.deleteFrom('missed_searches').where('words', '=', words).execute()
  await tx.deleteFrom('team_questions').where('words', '=', words).where('answered_at', 'is', null).execute()
}

/** Deletes old ones, and the rarest beyond `mostKept`. */
export async function deleteOldMissed(tx: Tx, before: number, mostKept: number, most: number): Promise<number> {
  await tx.deleteFrom('team_questions').where('asked_at', '<', before).execute()
  const beyond = await selectMissed(tx).select('missed_searches.words').limit(most).offset(mostKept).execute()
  const old = await tx.selectFrom('missed_searches').select('words').where('last_at', '<', before).limit(most).execute()
  const words = [...beyond, ...old].map((row) => row.words).slice(0, most)
  if (words.length === 0) return 0
  await tx.deleteFrom('missed_searches').where('words', 'in', words).execute()
  return words.length
}

/** Inbox: what a person's pages should have answered. */
export const selectDuties: WaitingPart = {
  kinds: ['missed'],
  ref_id: sql`missed_duties.id`,
  since: sql`missed_duties.since`,
  document_id: sql`mine.id`,
  title: sql`mine.title`,
  text: sql`coalesce(missed_searches.question, missed_searches.words)`,
  from: sql`mine cross join missed_duties`,
  joins: sql`join missed_searches on missed_searches.words = missed_duties.words`,
  where: sql`missed_duties.document_id = mine.id`,
}
