// The worker's side of a job's life: taking jobs, running one to its end whatever happens, and freeing lost ones.
// Nothing here throws because of a job: a drafter's fault ends as a later try or as a failed job with its reason.

import type { Deps } from '#deps.ts'
import { type Drafter, DrafterFailure } from '#engine/drafter/drafter.ts'
import { forgetOrder } from '#engine/queue/order.ts'
import {
  type Claim,
  type ClaimedJob,
  ClaimLost,
  claimJobs,
  endClaim,
  handBack,
  hasLostJob,
  takeLostJobs,
} from '#engine/queue/queue.ts'
import { pauseBefore } from '#engine/queue/retries.ts'
import { GalleyError } from '#errors.ts'
import { setBuckets } from '#features/documents/writing/buckets.ts'
import { addEventsFor, type NewEvent } from './events.ts'
import { runJob, StepFailed } from './steps.ts'
import * as store from './store.ts'

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'log'>

export async function takeJobs(
  deps: WorkDeps,
  options: { worker: string; queues: readonly string[]; limit: number },
): Promise<ClaimedJob[]> {
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const jobs = await claimJobs(tx, deps.db.dialect, { ...options, now })
    if (jobs.length === 0) return []
    forgetOrder(deps.db, tx)
    const iterations = await store.updateIterationsOf(
      tx,
      jobs.map(({ jobId }) => jobId),
      { status: 'processing' },
      now,
    )
    await setBuckets(
      tx,
      jobs.map(({ documentId }) => documentId),
      'processing',
    )
    const first = new Set(jobs.filter(({ fence }) => fence === 1).map(({ jobId }) => jobId))
    await addEventsFor(
      tx,
      iterations.filter(({ job_id }) => first.has(job_id)),
      () => [
        { kind: 'job.started', message: `Taken by ${options.worker}`, data: { worker: options.worker } },
        { kind: 'step.started', message: 'Started: plan', data: { step: 'plan', seconds: 0 } },
      ],
      now,
    )
    return jobs
  })
}

/**
 * workOff runs a claimed job. `lost` aborts a step whose claim is gone; `stopping` lets the running step finish, or cuts
 * it short when the worker can't wait, and hands the job back.
 */
export async function workOff(
  deps: WorkDeps & { drafter: Drafter },
  job: ClaimedJob,
  signals: { lost: AbortSignal; stopping: AbortSignal; hurry: AbortSignal },
): Promise<void> {
  try {
    const signal = AbortSignal.any([signals.lost, signals.hurry])
    if ((await runJob(deps, job, signal, signals.stopping)) === 'stopped') await returnJob(deps, job)
  } catch (error) {
    await settle(deps, job, error, signals).catch((worse: unknown) => {
      // The lease runs out by itself, and the worker that takes it next goes on after the last finished step.
      if (!(worse instanceof ClaimLost)) deps.log.error({ err: worse, job: job.jobId }, 'job left to its lease')
    })
  }
}

async function settle(
  deps: WorkDeps,
  job: ClaimedJob,
  error: unknown,
  signals: { lost: AbortSignal; hurry: AbortSignal },
): Promise<void> {
  const cause = error instanceof StepFailed ? error.cause : error
  if (cause instanceof ClaimLost || signals.lost.aborted) {
    deps.log.info({ job: job.jobId }, 'job is no longer held')
    return
  }
  if (signals.hurry.aborted) return returnJob(deps, job)
  // The storage is away: what can't be read can't be judged either.
  if ((cause instanceof GalleyError && cause.status === 503) || deps.db.dialect.isOutage(cause)) throw cause
  const failure = asFailure(cause)
  if (!(cause instanceof DrafterFailure)) deps.log.error({ err: cause, job: job.jobId }, 'step failed unexpectedly')
  await endStep(deps, job, error instanceof StepFailed ? error : undefined, failure)
}

const LONGEST_SENTENCE = 500

function asFailure(cause: unknown): DrafterFailure {
  if (cause instanceof DrafterFailure) return cause
  return new DrafterFailure('The drafter failed unexpectedly; the log of the worker says why.', {
    retryable: false,
    cause,
  })
}

async function endStep(deps: WorkDeps, job: ClaimedJob, failed: StepFailed | undefined, failure: DrafterFailure) {
  const failures = job.failures + 1
  const sentence = failure.message.slice(0, LONGEST_SENTENCE)
  const pause = failure.retryable ? pauseBefore('drafter', failures, failure.retryAfterSeconds) : undefined
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const outcome =
      pause === undefined ? { status: 'failed' as const } : { status: 'queued' as const, runAt: now + pause }
    await endClaim(tx, job, outcome, sentence, now)
    forgetOrder(deps.db, tx)
    const usage = failed?.usage ? { usage: JSON.stringify(failed.usage) } : {}
    const iterations = await store.updateIterationsOf(tx, [job.jobId], { status: outcome.status, ...usage }, now)
    await setBuckets(tx, [job.documentId], outcome.status)
    const data = { step: failed?.step ?? null, failures }
    await addEventsFor(
      tx,
      iterations,
      () =>
        pause === undefined
          ? [{ kind: 'job.failed', message: sentence, data }]
          : [{ kind: 'job.retrying', message: sentence, data: { ...data, in_seconds: pause / 1000 } }],
      now,
    )
  })
  deps.log.warn({ job: job.jobId, step: failed?.step, failures, pause, reason: sentence }, 'step failed')
}

async function returnJob(deps: WorkDeps, job: Claim & { documentId: number }): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    await handBack(tx, job, now)
    forgetOrder(deps.db, tx)
    await store.updateIterationsOf(tx, [job.jobId], { status: 'queued' }, now)
    await setBuckets(tx, [job.documentId], 'queued')
    tx.notify('jobs')
    tx.notify('events')
  })
  deps.log.info({ job: job.jobId }, 'job handed back')
}

const LOST_SENTENCE = 'The workers that took this job were lost again and again, each in the same step.'

/** recoverLostJobs frees jobs whose worker fell silent; any worker and the beat may call it at any time. */
export async function recoverLostJobs(deps: WorkDeps): Promise<number> {
  if (!(await hasLostJob(deps.db.read, deps.clock.now()))) return 0
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const lost = await takeLostJobs(tx, deps.db.dialect, now, LOST_SENTENCE)
    const byId = new Map(lost.map((job) => [job.jobId, job]))
    for (const status of ['queued', 'failed'] as const) {
      const jobs = lost.filter((job) => job.status === status)
      if (jobs.length === 0) continue
      const iterations = await store.updateIterationsOf(
        tx,
        jobs.map(({ jobId }) => jobId),
        { status },
        now,
      )
      await addEventsFor(tx, iterations, ({ job_id }) => lostEvents(byId.get(job_id)!), now)
      await setBuckets(
        tx,
        jobs.map(({ documentId }) => documentId),
        status,
      )
    }
    if (lost.length > 0) {
      forgetOrder(deps.db, tx)
      tx.notify('jobs')
    }
    return lost.length
  })
}

function lostEvents({ worker, step, status }: { worker: string; step: string; status: string }): NewEvent[] {
  if (status === 'failed') return [{ kind: 'job.failed', message: LOST_SENTENCE, data: { step, worker } }]
  return [{ kind: 'job.recovered', message: `Lost by ${worker}; goes on with: ${step}`, data: { step, worker } }]
}
