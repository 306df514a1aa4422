// Queries over an iteration's open points: questions and actions.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { ReplyOutcome } from '#drafting/contract.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

type QuestionFields = Selectable<Tables['questions']>
type ActionFields = Selectable<Tables['actions']>

/** The last answer to the same question, in any document; null once this one is answered. */
const EARLIER = sql<string | null>`case when questions.answer is null then (
  select earlier.answer from questions as earlier
  where earlier.asked = questions.asked and earlier.answer is not null order by earlier.id desc limit 1) end`

const selectQuestions = (query: Query) =>
  query
    .selectFrom('questions')
    .leftJoin('users', 'users.id', 'questions.assignee_id')
    .selectAll('questions')
    .select([personName('users').as('assignee_name'), EARLIER.as('earlier_answer')])
    .orderBy('questions.id')

const selectActions = (query: Query) =>
  query
    .selectFrom('actions')
    .leftJoin('users', 'users.id', 'actions.assignee_id')
    .selectAll('actions')
    .select(personName('users').as('assignee_name'))
    .orderBy('actions.id')

export async function findQuestions(query: Query, iterationIds: readonly number[]) {
  if (iterationIds.length === 0) return []
  return selectQuestions(query).where('iteration_id', 'in', iterationIds).execute()
}
export type QuestionRow = Awaited<ReturnType<typeof findQuestions>>[number]

export async function findActions(query: Query, iterationIds: readonly number[]) {
  if (iterationIds.length === 0) return []
  return selectActions(query).where('iteration_id', 'in', iterationIds).execute()
}
export type ActionRow = Awaited<ReturnType<typeof findActions>>[number]

/** The assignee of the same question in an earlier iteration of this document. */
export const findAssignee = (query: Query, documentId: number, asked: string) =>
  query
    .selectFrom('questions')
    .innerJoin('iterations', 'iterations.id', 'questions.iteration_id')
    .select('assignee_id')
    .where('asked', '=', asked)
    .where('document_id', '=', documentId)
    .where('assignee_id', 'is not', null)
    .orderBy('questions.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const isAssigned = async (query: Query, id: number, userId: number): Promise<boolean> =>
  (await query
    .selectFrom('questions')
    .select('id')
    .where('id', '=', id)
    .where('assignee_id', '=', userId)
    .executeTakeFirst()) !== undefined

/** The same question was answered before, so that answer is offered. */
export const isAnswered = async (query: Query, asked: string): Promise<boolean> =>
  (await query
    .selectFrom('questions')
    .select('id')
    .where('asked', '=', asked)
    .where('answer', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function insertQuestions(tx: Tx, questions: Insertable<Tables['questions']>[]) {
  if (questions.length === 0) return []
  return tx.insertInto('questions').values(questions).returningAll().execute()
}

export async function insertActions(tx: Tx, actions: Insertable<Tables['actions']>[]): Promise<ActionFields[]> {
  if (actions.length === 0) return []
  return tx.insertInto('actions').values(actions).returningAll().execute()
}

export async function updateQuestion(
  tx: Tx,
  iterationId: number,
  id: number,
  change: Partial<Pick<QuestionFields, 'answer' | 'answered_at' | 'answered_by' | 'assignee_id' | 'assigned_at'>>,
): Promise<QuestionRow | undefined> {
  await tx.updateTable('questions').set(change).where('id', '=', id).where('iteration_id', '=', iterationId).execute()
  return selectQuestions(tx).where('questions.id', '=', id).where('iteration_id', '=', iterationId).executeTakeFirst()
}

export async function updateAction(
  tx: Tx,
  iterationId: number,
  id: number,
  change: Partial<Omit<ActionFields, 'id' | 'iteration_id' | 'kind' | 'title' | 'body' | 'blocking' | 'due_at'>>,
): Promise<ActionRow | undefined> {
  await tx.updateTable('actions').set(change).where('id', '=', id).where('iteration_id', '=', iterationId).execute()
  return selectActions(tx).where('actions.id', '=', id).where('iteration_id', '=', iterationId).executeTakeFirst()
}

/** Who answered, by question or action. */
export async function listAnswerers(query: Query, table: 'questions' | 'actions', ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, number | null>()
  const rows = await query.selectFrom(table).select(['id', 'answered_by']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, answered_by }) => [id, answered_by]))
}

/** Unassigns a deleted account from everything. */
export async function forgetAssignee(tx: Tx, userId: number): Promise<void> {
  const nobody = { assignee_id: null, assigned_at: null }
  await tx.updateTable('questions').set(nobody).where('assignee_id', '=', userId).execute()
  await tx.updateTable('actions').set(nobody).where('assignee_id', '=', userId).execute()
}

/** Saves what a redraft did with each reply. */
export async function writeOutcomes(tx: Tx, outcomes: readonly ReplyOutcome[]): Promise<void> {
  for (const { to, id, outcome, note } of outcomes) {
    const values = { outcome, outcome_note: note }
    // A redraft reads the replies of all iterations, but an outcome is written only once.
    await (to === 'question'
      ? tx.updateTable('questions').set(values).where('id', '=', id).where('outcome', 'is', null).execute()
      : tx.updateTable('actions').set(values).where('id', '=', id).where('outcome', 'is', null).execute())
  }
}

export const listAnswersOf = (query: Query, userId: number) =>
  query
    .selectFrom('questions')
    .select(['id', 'iteration_id', 'body', 'answer', 'answered_at'])
    .where('answered_by', '=', userId)
    .orderBy('id')
    .execute()
