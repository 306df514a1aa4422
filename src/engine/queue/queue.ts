// The queue: the jobs table itself, so that a job changes state in the same transaction as its document.
// Knows jobs, leases and fences; what a job means (iterations, documents, events) is features/pipeline's affair.
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
//   order      who is claimed before whom; order.ts keeps it in memory for those who ask for a job's place
//
// States
//   A job is made `queued`. A claim makes it `processing`. From there it becomes `review` (all steps done), `failed`,
//   or `queued` again (handed back, lost, or to be tried later). `review` ends as `approved` or `superseded`.
//   `queued`, `processing` and `review` may be `cancelled` at any time. A document has at most one job in these three.
//   Leases compare the clocks of the machines: they have to agree within a few seconds.

import { sql, type UpdateObject } from 'kysely'
import { SECOND } from '#time.ts'
import type { Query, Tx } from '../db/db.ts'
import type { Dialect } from '../db/dialect.ts'
import type { Step, Tables } from '../db/tables.ts'
import { pauseBefore } from './retries.ts'

export const LEASE_MS = 15 * SECOND
export const HEARTBEAT_MS = 5 * SECOND
const LOST_AT_ONCE = 100

/** Claim is what a worker holds; with it every write of the worker proves that the job is still its own. */
export type Claim = { jobId: number; fence: number }
export type ClaimedJob = Claim & { documentId: number; progress: number; failures: number }

/** ClaimLost means that the job was cancelled, deleted, or given to another worker: stop, and write nothing. */
export class ClaimLost extends Error {
  constructor(claim: Claim) {
    super(`Job ${claim.jobId} is no longer held under fence ${claim.fence}`)
    this.name = 'ClaimLost'
  }
}

// The statuses are literals in the statements: only then do the planners see that a partial index fits.
const isQueued = sql<boolean>`status = 'queued'`
const isProcessing = sql<boolean>`status = 'processing'`

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
  const rows = await tx
    .updateTable('jobs')
    .set((job) => ({
      status: 'processing',
      worker,
      lease_until: now + LEASE_MS,
      fence: sql<number>`fence + 1`,
      attempts: sql<number>`attempts + 1`,
      step: job.fn.coalesce('step', sql.lit('plan' as const)),
      started_at: job.fn.coalesce('started_at', job.val(now)),
      error: null,
      updated_at: now,
    }))
    .where('id', 'in', ids)
    .returning(['id as jobId', 'fence', 'document_id as documentId', 'progress', 'failures'])
    .execute()
  return rows.sort((a, b) => ids.indexOf(a.jobId) - ids.indexOf(b.jobId))
}

type Written = { progress?: number; step?: Step; status?: 'review'; now: number }

/** updateHeld changes the job as long as the claim holds, or throws ClaimLost. */
async function updateHeld(tx: Tx, claim: Claim, change: UpdateObject<Tables, 'jobs'>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', claim.jobId)
    .where('fence', '=', claim.fence)
    .where(isProcessing)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ClaimLost(claim)
}

/** holdClaim opens a worker's write: it proves the claim, extends the lease and notes the progress, or throws ClaimLost. */
export async function holdClaim(tx: Tx, claim: Claim, { now, ...written }: Written): Promise<void> {
  const ended = written.status === 'review'
  await updateHeld(tx, claim, {
    ...written,
    ...(written.progress === undefined ? {} : { failures: 0, losses: 0 }),
    ...(ended ? { worker: null, finished_at: now } : {}),
    lease_until: ended ? null : now + LEASE_MS,
    updated_at: now,
  })
}

/** extendLeases is the heartbeat; it returns the jobs that are still held. */
export async function extendLeases(tx: Tx, claims: readonly Claim[], now: number): Promise<Set<number>> {
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
export async function handBack(tx: Tx, claim: Claim, now: number): Promise<void> {
  await updateHeld(tx, claim, {
    status: 'queued',
    attempts: sql<number>`attempts - 1`,
    worker: null,
    lease_until: null,
    run_at: now,
    updated_at: now,
  })
}

/** endClaim leaves the job queued for a later try, or failed when there is none left; both keep the sentence. */
export async function endClaim(
  tx: Tx,
  claim: Claim,
  outcome: { status: 'queued'; runAt: number } | { status: 'failed' },
  error: string,
  now: number,
): Promise<void> {
  await updateHeld(tx, claim, {
    status: outcome.status,
    failures: sql<number>`failures + 1`,
    worker: null,
    lease_until: null,
    error,
    updated_at: now,
    ...(outcome.status === 'queued' ? { run_at: outcome.runAt } : { finished_at: now }),
  })
}

export type LostJob = { jobId: number; documentId: number; worker: string; step: Step; status: 'queued' | 'failed' }

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
export async function takeLostJobs(tx: Tx, dialect: Dialect, now: number, lostSentence: string): Promise<LostJob[]> {
  const { rows } = await sql<{ id: number; document_id: number; worker: string; step: Step; losses: number }>`
    select id, document_id, worker, step, losses from jobs
    where ${isProcessing} and lease_until < ${now}
    order by lease_until, id limit ${LOST_AT_ONCE} ${sql.raw(dialect.forUpdateSkipLocked)}`.execute(tx)
  const lost: LostJob[] = []
  for (const { id, document_id, worker, step, losses } of rows) {
    const pause = pauseBefore('lost', losses + 1)
    const status = pause === undefined ? 'failed' : 'queued'
    await tx
      .updateTable('jobs')
      .set({
        status,
        fence: sql<number>`fence + 1`,
        losses: losses + 1,
        worker: null,
        lease_until: null,
        updated_at: now,
        ...(pause === undefined ? { error: lostSentence, finished_at: now } : { run_at: now + pause }),
      })
      .where('id', '=', id)
      .execute()
    lost.push({ jobId: id, documentId: document_id, worker, step, status })
  }
  return lost
}
