// Queries over jobs as people see them: one or a page of them with what is still open, and how many there are. Reads only.

import { sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import type { JobStatus } from '#engine/db/vocabulary.ts'

/** findJobs are the rows of these jobs with their newest iteration, in the order of their ids. */
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
        // By number, which an index holds beside the job: asked for the highest id, PostgreSQL walks back over all newer jobs.
        .orderBy('iterations.number', 'desc')
        .limit(sql.lit(1))
        .as('iteration_id'),
    )
    .where('jobs.id', 'in', [...ids])
    .orderBy('jobs.id')
    .execute()

/** findNewestJobs are the ids of the newest job of each of these documents that has one. */
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

/** countOpen counts by iteration what nobody has answered or resolved yet. */
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
