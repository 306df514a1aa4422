// StatusOut, the state of a job in one object. It lives with documents because a document shows its newest job, and the
// pipeline may know documents while documents know nothing of the pipeline. Reads jobs; changes none.

import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Query } from '../../engine/db/db.ts'
import { prepared } from '../../engine/db/prepared.ts'
import type { JobStatus } from '../../engine/db/tables.ts'
import { orderOf } from '../../engine/queue/order.ts'
import { closed, Id, Nullable, Timestamp } from '../../http/atoms.ts'
import { stamp, stampOrNull } from '../../time.ts'

export const JOB_STATUSES = [
  'queued',
  'processing',
  'review',
  'approved',
  'failed',
  'superseded',
  'cancelled',
] as const satisfies JobStatus[]

export const StatusOut = Type.Object(
  {
    job_id: Id,
    document_id: Id,
    iteration_id: Nullable(Id),
    status: closed(JOB_STATUSES),
    step: Nullable(closed(['plan', 'extract', 'question', 'draft'] as const)),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    attempts: Type.Integer({ minimum: 0 }),
    error: Nullable(Type.String()),
    open_questions: Type.Integer({ minimum: 0 }),
    open_actions: Type.Integer({ minimum: 0 }),
    queue_position: Nullable(Type.Integer({ minimum: 1, description: 'While queued: 1 is the next.' })),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    updated_at: Timestamp,
  },
  { $id: 'StatusOut' },
)
export type StatusOut = Static<typeof StatusOut>

type Selection = { jobIds: readonly number[] } | { documentIds: readonly number[] }

/** findJobStatuses returns the statuses of these jobs, or of the newest job of each of these documents; absent ones are left out. */
export async function findJobStatuses(db: Db, selection: Selection): Promise<StatusOut[]> {
  const query = db.read
  const ids = 'jobIds' in selection ? selection.jobIds : await newestJobs(query, selection.documentIds)
  if (ids.length === 0) return []
  const rows = await query
    .selectFrom('jobs')
    .select([
      'jobs.id',
      'jobs.document_id',
      'jobs.queue',
      'jobs.priority',
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
        // By number, which an index holds beside the job: asked for the highest id, PostgreSQL walks back over all jobs since.
        .orderBy('iterations.number', 'desc')
        .limit(sql.lit(1))
        .as('iteration_id'),
    )
    .where('jobs.id', 'in', [...ids])
    .orderBy('jobs.id')
    .execute()
  const iterationIds = rows.flatMap((row) => (row.iteration_id === null ? [] : [row.iteration_id]))
  const open = await openCounts(query, iterationIds)
  const places = await orderOf(db).findPlaces(rows.filter((row) => row.status === 'queued'))
  return rows.map((row) => ({
    job_id: row.id,
    document_id: row.document_id,
    iteration_id: row.iteration_id,
    status: row.status,
    step: row.step,
    progress: row.progress,
    attempts: row.attempts,
    error: row.error,
    open_questions: open.questions.get(row.iteration_id ?? 0) ?? 0,
    open_actions: open.actions.get(row.iteration_id ?? 0) ?? 0,
    queue_position: places.get(row.id) ?? null,
    created_at: stamp(row.created_at),
    started_at: stampOrNull(row.started_at),
    finished_at: stampOrNull(row.finished_at),
    updated_at: stamp(row.updated_at),
  }))
}

const selectNewest = prepared<{ id: number }, { id: number }>((slot, query) =>
  query.selectFrom('jobs').select('id').where('document_id', '=', slot('id')).orderBy('id', 'desc').limit(sql.lit(1)),
)

async function newestJobs(query: Query, documentIds: readonly number[]): Promise<number[]> {
  const [only, ...more] = documentIds
  if (only === undefined) return []
  if (more.length === 0) return (await selectNewest(query, { id: only })).map((row) => row.id)
  const rows = await query
    .selectFrom('jobs')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('document_id', 'in', [...documentIds])
    .groupBy('document_id')
    .execute()
  return rows.map((row) => row.id)
}

async function openCounts(query: Query, iterationIds: number[]) {
  if (iterationIds.length === 0) return { questions: new Map<number, number>(), actions: new Map<number, number>() }
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
    .where('iteration_id', 'in', iterationIds)
    .where('resolved', '=', 0)
    .groupBy('iteration_id')
    .execute()
  const byIteration = (rows: { iteration_id: number; count: number }[]) =>
    new Map(rows.map((row) => [row.iteration_id, row.count]))
  return { questions: byIteration(questions), actions: byIteration(actions) }
}
