// Queries over the points of an iteration that people settle: questions to answer and actions to do.

import type { Insertable, Selectable } from 'kysely'
import type { ReplyOutcome } from '#drafting/contract.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type QuestionRow = Selectable<Tables['questions']>
export type ActionRow = Selectable<Tables['actions']>

export async function findQuestions(query: Query, iterationIds: readonly number[]): Promise<QuestionRow[]> {
  if (iterationIds.length === 0) return []
  return query.selectFrom('questions').selectAll().where('iteration_id', 'in', iterationIds).orderBy('id').execute()
}

export async function findActions(query: Query, iterationIds: readonly number[]): Promise<ActionRow[]> {
  if (iterationIds.length === 0) return []
  return query.selectFrom('actions').selectAll().where('iteration_id', 'in', iterationIds).orderBy('id').execute()
}

export async function insertQuestions(tx: Tx, questions: Insertable<Tables['questions']>[]) {
  if (questions.length === 0) return []
  return tx.insertInto('questions').values(questions).returningAll().execute()
}

export async function insertActions(tx: Tx, actions: Insertable<Tables['actions']>[]): Promise<ActionRow[]> {
  if (actions.length === 0) return []
  return tx.insertInto('actions').values(actions).returningAll().execute()
}

export async function updateQuestion(
  tx: Tx,
  iterationId: number,
  id: number,
  change: Pick<QuestionRow, 'answer' | 'answered_at' | 'answered_by'>,
): Promise<QuestionRow | undefined> {
  return tx
    .updateTable('questions')
    .set(change)
    .where('id', '=', id)
    .where('iteration_id', '=', iterationId)
    .returningAll()
    .executeTakeFirst()
}

export async function updateAction(
  tx: Tx,
  iterationId: number,
  id: number,
  change: Partial<Pick<ActionRow, 'answer' | 'resolved' | 'resolved_at' | 'resolved_by' | 'meta'>>,
): Promise<ActionRow | undefined> {
  return tx
    .updateTable('actions')
    .set(change)
    .where('id', '=', id)
    .where('iteration_id', '=', iterationId)
    .returningAll()
    .executeTakeFirst()
}

/** writeOutcomes says on the iteration before what its redraft made of the replies there. */
export async function writeOutcomes(tx: Tx, outcomes: readonly ReplyOutcome[]): Promise<void> {
  for (const { to, id, outcome, note } of outcomes)
    await tx
      .updateTable(to === 'question' ? 'questions' : 'actions')
      .set({ outcome, outcome_note: note })
      .where('id', '=', id)
      // A redraft reads the replies of all iterations; each was told its outcome once.
      .where('outcome', 'is', null)
      .execute()
}

export const listAnswersOf = (query: Query, userId: number) =>
  query
    .selectFrom('questions')
    .select(['id', 'iteration_id', 'body', 'answer', 'answered_at'])
    .where('answered_by', '=', userId)
    .orderBy('id')
    .execute()
