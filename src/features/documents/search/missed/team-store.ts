// Queries over questions to the team.

import { sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Addressee, WaitingPart } from '#features/inbox/waiting.ts'

type NewTeamQuestion = { words: string; question: string; asked_by: number; asked_at: number }

/** Asking twice has no effect. */
export async function insertQuestion(tx: Tx, row: NewTeamQuestion): Promise<void> {
  await tx
    .insertInto('team_questions')
    .values({ ...row, document_id: null, answered_at: null })
    .onConflict((conflict) => conflict.columns(['words', 'asked_by']).where('answered_at', 'is', null).doNothing())
    .execute()
}

export async function countOpen(query: Query, userId: number): Promise<number> {
  const { count } = await query
    .selectFrom('team_questions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('asked_by', '=', userId)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findPublished = (query: Query, id: number) =>
  query.selectFrom('documents').select('id').where('id', '=', id).where('published', '=', 1).executeTakeFirst()

export const answerQuestions = (tx: Tx, words: string, document_id: number, answered_at: number) =>
  tx
    .updateTable('team_questions')
    .set({ document_id, answered_at })
    .where('words', '=', words)
    .where('answered_at', 'is', null)
    .returning(['id', 'asked_by'])
    .execute()

export const selectAnswered = ({ person: { userId }, readable }: Addressee): WaitingPart => ({
  kinds: ['answered'],
  ref_id: sql`team_questions.id`,
  since: sql`team_questions.answered_at`,
  document_id: sql`documents.id`,
  text: sql`team_questions.question`,
  from: sql`team_questions join documents on documents.id = team_questions.document_id`,
  where: sql`team_questions.asked_by = ${userId} and documents.published = 1 and ${readable}`,
})

export const listAsked = (query: Query, userId: number) =>
  query.selectFrom('team_questions').selectAll().where('asked_by', '=', userId).orderBy('id').execute()

export async function deleteAsked(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('team_questions').where('asked_by', '=', userId).execute()
}
