// What people do with jobs, as the queue sees it: add, approve, supersede, cancel; and the locks under which they do it.
// Rows of jobs only, like queue.ts.

import { type Insertable, sql } from 'kysely'
import type { Query, Tx } from '../db/db.ts'
import type { Dialect } from '../db/dialect.ts'
import type { Tables } from '../db/tables.ts'
import { MOVED, type MovedJob, moving } from './moving.ts'
import { ACTIVE, hasStatus, type StateAfter } from './states.ts'

type JobToAdd = Pick<Insertable<Tables['jobs']>, 'document_id' | 'parent_job_id' | 'priority' | 'created_by'>

/** addJobs leaves out documents that have an active job: the unique index decides, even when others are enqueueing. */
export async function addJobs(tx: Tx, jobs: JobToAdd[], now: number): Promise<MovedJob[]> {
  if (jobs.length === 0) return []
  const status: StateAfter<'enqueued'> = 'queued'
  return tx
    .insertInto('jobs')
    .values(jobs.map((job) => ({ ...job, status, run_at: now, created_at: now, updated_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(MOVED)
    .execute()
}

/** endReview throws when the job is not in review: its callers have looked, under lockJob. */
export async function endReview(
  tx: Tx,
  jobId: number,
  outcome: 'approved' | 'superseded',
  now: number,
): Promise<MovedJob[]> {
  const rows = await moving(tx, outcome, outcome, { updated_at: now })
    .where('id', '=', jobId)
    .returning(MOVED)
    .execute()
  if (rows.length === 0) throw new Error(`Job ${jobId} is not in review and can't be ${outcome}`)
  return rows
}

/** cancelJob returns no job when it is not active. The fence is raised, so a worker that is busy with it can't write. */
export const cancelJob = (tx: Tx, jobId: number, now: number): Promise<MovedJob[]> =>
  moving(tx, 'cancelled', 'cancelled', {
    fence: sql<number>`fence + 1`,
    finished_at: sql<number>`coalesce(finished_at, ${now})`,
    updated_at: now,
  })
    .where('id', '=', jobId)
    .returning(MOVED)
    .execute()

/** lockJob lets one change of a job and what belongs to it happen at a time; it also keeps the ids of its events in order. */
export async function lockJob(tx: Tx, jobId: number, now: number): Promise<void> {
  await tx.updateTable('jobs').set({ updated_at: now }).where('id', '=', jobId).execute()
}

/** lockJobsOf waits for everyone who is busy with a document's jobs. */
export async function lockJobsOf(tx: Tx, { forUpdate }: Pick<Dialect, 'forUpdate'>, documentId: number): Promise<void> {
  const jobs = tx.selectFrom('jobs').select('id').where('document_id', '=', documentId).orderBy('id')
  await jobs.modifyEnd(sql.raw(forUpdate)).execute()
}

/** deleteJobsOf takes all that belongs to the jobs along. */
export async function deleteJobsOf(tx: Tx, documentId: number): Promise<void> {
  await tx.deleteFrom('jobs').where('document_id', '=', documentId).execute()
}

/** findActiveJobs returns the job that is in the way of each document that has one. */
export async function findActiveJobs(query: Query, documentIds: readonly number[]): Promise<Map<number, number>> {
  if (documentIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('jobs')
    .select(['id', 'document_id'])
    .where('document_id', 'in', documentIds)
    .where(hasStatus(ACTIVE))
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.id]))
}
