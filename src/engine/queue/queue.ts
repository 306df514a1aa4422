// The queue: the jobs table itself, so that a job changes state in the same transaction as its document. This folder is the
// only one that writes jobs: here what workers do with them, in decisions.ts what people do, states.ts is the state machine.
// Knows leases and fences; what a job means (iterations, documents, events) is known by features/pipeline/transitions.ts,
// the only caller of the functions that change a state.
// One implementation for both engines: they differ only in `dialect.forUpdateSkipLocked`. On SQLite a claiming
// transaction has the file to itself; on PostgreSQL rows that another claim has locked are skipped.
//
// Glossary
//   claim      a worker takes a queued job: status processing, a lease, and a fence one higher than ever before
//   lease      until when a worker may be silent; it is extended by heartbeats and by every finished step
//   fence      the number of a claim; a write with an older one finds no row, so a worker that woke up too late does no harm
//   hold       the first statement of every write a worker makes for its job: it checks the fence and locks the row
//   hand back  a worker that stops in good order returns its job, which then goes on after its last finished step
//   lost       a job whose lease ran out; it goes back into the queue with its checkpoint, or fails when lost too often
//   due        queued, and its `run_at` (a pause after a failure) has come
//   position   how many jobs are claimed before this one, plus one
//
// Leases and due times go by the database's clock (db.clock): the clocks of the machines don't matter.

import { sql } from 'kysely'
import { SECOND } from '#time.ts'
import type { Query, Tx } from '../db/db.ts'
import type { Dialect } from '../db/dialect.ts'
import type { Step } from '../db/vocabulary.ts'
import { type JobFields, MOVED, type MovedJob, moving } from './moving.ts'
import { pauseBefore } from './retries.ts'
import { hasStatus, type StateAfter } from './states.ts'

export const LEASE_MS = 15 * SECOND
export const HEARTBEAT_MS = 5 * SECOND
const LOST_AT_ONCE = 100

/** JobClaim is what a worker holds; with it every write of the worker proves that the job is still its own. */
export type JobClaim = { jobId: number; fence: number }
export type ClaimedJob = JobClaim & MovedJob & { progress: number; failures: number }

/** ClaimLost means that the job was cancelled, deleted, or given to another worker: stop, and write nothing. */
export class ClaimLost extends Error {
  constructor(claim: JobClaim) {
    super(`Job ${claim.jobId} is no longer held under fence ${claim.fence}`)
    this.name = 'ClaimLost'
  }
}

const isQueued = hasStatus(['queued'])
const isProcessing = hasStatus(['processing'])

/** hasDueJob is the question of an idle worker: one look at an index, and no lock. */
export async function hasDueJob(query: Query, queues: readonly string[], now: number): Promise<boolean> {
  const row = await query
    .selectFrom('jobs')
    .select('id')
    .where(isQueued)
    .where('queue', 'in', queues)
    .where('run_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** claimJobs takes the next due jobs: priority 9 first, then the oldest. */
export async function claimJobs(
  tx: Tx,
  dialect: Dialect,
  options: { worker: string; queues: readonly string[]; limit: number; now: number },
): Promise<ClaimedJob[]> {
  const { worker, queues, limit, now } = options
  const { rows: due } = await sql<{ id: number }>`
    select id from jobs
    where ${isQueued} and queue in (${sql.join(queues)}) and run_at <= ${now}
    order by priority desc, id limit ${limit} ${sql.raw(dialect.forUpdateSkipLocked)}`.execute(tx)
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const rows = await moving(
    tx,
    'claimed',
    'processing',
    {
      fence: sql<number>`fence + 1`,
      attempts: sql<number>`attempts + 1`,
      step: sql<Step>`coalesce(step, 'plan')`,
      started_at: sql<number>`coalesce(started_at, ${now})`,
      error: null,
      updated_at: now,
    },
    { worker, lease_until: now + LEASE_MS },
  )
    .where('id', 'in', ids)
    .returning([...MOVED, 'fence', 'progress', 'failures'])
    .execute()
  return rows.sort((a, b) => ids.indexOf(a.jobId) - ids.indexOf(b.jobId))
}

/** How far a worker has come: the share of finished steps, and the step that is next (or was the last). */
export type StepProgress = { progress: number; step: Step }

/** A finished step makes up for the failures and losses before it. */
const afterStep = ({ progress, step }: StepProgress) => ({ progress, step, failures: 0, losses: 0 })

/** holdClaim opens a worker's write between two steps: it proves the claim and extends the lease, or throws ClaimLost. */
export async function holdClaim(tx: Tx, claim: JobClaim, progress: StepProgress, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...afterStep(progress), lease_until: now + LEASE_MS, updated_at: now })
    .where('id', '=', claim.jobId)
    .where('fence', '=', claim.fence)
    .where(isProcessing)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ClaimLost(claim)
}

/** noteProgress shows how far a step has come; unlike a finished step it makes up for no failure. False: the claim is lost. */
export async function noteProgress(tx: Tx, claim: JobClaim, progress: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ progress, updated_at: now })
    .where('id', '=', claim.jobId)
    .where('fence', '=', claim.fence)
    .where(isProcessing)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** endHeld ends a claim in one of the ways that a worker can choose, as long as it holds; else it throws ClaimLost. */
async function endHeld<T extends 'drafted' | 'handedBack' | 'stepFailed'>(
  tx: Tx,
  claim: JobClaim,
  transition: T,
  status: StateAfter<T>,
  fields: JobFields,
): Promise<MovedJob[]> {
  const rows = await moving(tx, transition, status, fields)
    .where('id', '=', claim.jobId)
    .where('fence', '=', claim.fence)
    .returning(MOVED)
    .execute()
  if (rows.length === 0) throw new ClaimLost(claim)
  return rows
}

/** finishClaim opens the write of the last step: the job is ready for review. */
export const finishClaim = (tx: Tx, claim: JobClaim, progress: StepProgress, now: number): Promise<MovedJob[]> =>
  endHeld(tx, claim, 'drafted', 'review', { ...afterStep(progress), finished_at: now, updated_at: now })

/** extendLeases is the heartbeat; it returns the jobs that are still held. */
export async function extendLeases(tx: Tx, claims: readonly JobClaim[], now: number): Promise<Set<number>> {
  const rows = await tx
    .updateTable('jobs')
    .set({ lease_until: now + LEASE_MS })
    .where(isProcessing)
    .where((job) =>
      job.or(claims.map(({ jobId, fence }) => job.and([job('id', '=', jobId), job('fence', '=', fence)]))),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** handBack returns a job to the queue as if it had not been taken: the checkpoint stays, the attempt does not count. */
export const handBack = (tx: Tx, claim: JobClaim, now: number): Promise<MovedJob[]> =>
  endHeld(tx, claim, 'handedBack', 'queued', { attempts: sql<number>`attempts - 1`, run_at: now, updated_at: now })

/** failClaim leaves the job queued for another try after the pause, or failed without one; both keep the sentence. */
export const failClaim = (
  tx: Tx,
  claim: JobClaim,
  error: string,
  pause: number | undefined,
  now: number,
): Promise<MovedJob[]> =>
  endHeld(tx, claim, 'stepFailed', pause === undefined ? 'failed' : 'queued', {
    failures: sql<number>`failures + 1`,
    error,
    updated_at: now,
    ...(pause === undefined ? { finished_at: now } : { run_at: now + pause }),
  })

export type LostJob = MovedJob & { worker: string; step: Step }

/** expireLeasesOf makes the jobs of a worker that is known to be dead lost at once, without waiting for their leases. */
export async function expireLeasesOf(tx: Tx, worker: string): Promise<void> {
  await tx.updateTable('jobs').set({ lease_until: 0 }).where(isProcessing).where('worker', '=', worker).execute()
}

/** hasLostJob is asked without a lock before takeLostJobs opens a transaction. */
export async function hasLostJob(query: Query, now: number): Promise<boolean> {
  const row = await query
    .selectFrom('jobs')
    .select('id')
    .where(isProcessing)
    .where('lease_until', '<', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** takeLostJobs frees jobs whose lease ran out; the fence is raised, so their workers can no longer write. */
export async function takeLostJobs(tx: Tx, dialect: Dialect, lostSentence: string, now: number): Promise<LostJob[]> {
  const { rows } = await sql<{ id: number; worker: string; step: Step; losses: number }>`
    select id, worker, step, losses from jobs
    where ${isProcessing} and lease_until < ${now}
    order by lease_until, id limit ${LOST_AT_ONCE} ${sql.raw(dialect.forUpdateSkipLocked)}`.execute(tx)
  const lost: LostJob[] = []
  for (const { id, worker, step, losses } of rows) {
    const pause = pauseBefore('lost', losses + 1)
    const job = await moving(tx, 'lost', pause === undefined ? 'failed' : 'queued', {
      fence: sql<number>`fence + 1`,
      losses: losses + 1,
      updated_at: now,
      ...(pause === undefined ? { error: lostSentence, finished_at: now } : { run_at: now + pause }),
    })
      .where('id', '=', id)
      .returning(MOVED)
      .executeTakeFirstOrThrow()
    lost.push({ ...job, worker, step })
  }
  return lost
}
