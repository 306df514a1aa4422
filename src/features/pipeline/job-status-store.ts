// Read queries over jobs: with their open points, as pages, and counts.

import { sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import type { JobStatus } from '#engine/db/vocabulary.ts'

/** Jobs with their newest iteration, ordered by id. */
export const findJobs = (query: Query, ids: readonly number[]) =>
  query
    .selectFrom('jobs')
    .select([
      'jobs.id',
      'jobs.document_id',
      'jobs.queue',
      'jobs.status',
      'jobs.step',
      'jobs.progress',
      'jobs.attempts',
      'jobs.error',
      'jobs.created_at',
      'jobs.started_at',
      'jobs.finished_at',
      'jobs.updated_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('iterations')
        .select('iterations.id')
        .whereRef('iterations.job_id', '=', 'jobs.id')
        // By number, which the index holds beside the job: by highest id, PostgreSQL would scan all newer jobs.
        .orderBy('iterations.number', 'desc')
        .limit(sql.lit(1))
        .as('iteration_id'),
    )
    .where('jobs.id', 'in', [...ids])
    .orderBy('jobs.id')
    .execute()

/** The newest job's id for each of these documents. */
export async function findNewestJobs(query: Query, documentIds: readonly number[]): Promise<number[]> {
  if (documentIds.length === 0) return []
  const rows = await query
    .selectFrom('jobs')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('document_id', 'in', [...documentIds])
    .groupBy('document_id')
    .execute()
  return rows.map((row) => row.id)
}

/** Unanswered questions and unresolved actions by iteration. */
export async function countOpen(query: Query, iterationIds: number[]) {
  type Counts = Map<number, number>
  if (iterationIds.length === 0)
    return { questions: new Map() as Counts, actions: new Map() as Counts, held: new Map() as Counts }
  const questions = await query
    .selectFrom('questions')
    .select((eb) => ['iteration_id', eb.fn.countAll<number>().as('count')])
    .where('iteration_id', 'in', iterationIds)
    .where('answer', 'is', null)
    .groupBy('iteration_id')
    .execute()
  const actions = await query
    .selectFrom('actions')
    .select((eb) => ['iteration_id', eb.fn.countAll<number>().as('count')])
    .select((eb) => eb.fn.countAll<number>().filterWhere('kind', '=', 'held').as('held'))
    .where('iteration_id', 'in', iterationIds)
    .where('resolved', '=', 0)
    .where('answer', 'is', null)
    .groupBy('iteration_id')
    .execute()
  const byIteration = (rows: { iteration_id: number; count: number }[]) =>
    new Map(rows.map((row) => [row.iteration_id, row.count]))
  const held = actions.map(({ iteration_id, held: count }) => ({ iteration_id, count }))
  return { questions: byIteration(questions), actions: byIteration(actions), held: byIteration(held) }
}

export const countJobsByStatus = (query: Query, statuses: readonly JobStatus[]) =>
  query
    .selectFrom('jobs')
    .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
    .where('status', 'in', statuses)
    .groupBy('status')
    .execute()
