// The worker's side: claims jobs and runs one to its end. A job never makes this throw: a drafter's error ends in a retry or
// a failed job with its reason.

import type { Deps } from '#deps.ts'
import { type Drafter, DrafterFailure } from '#drafting/contract.ts'
import { type ClaimedJob, ClaimLost, type JobClaim } from '#engine/queue/queue.ts'
import { pauseBefore } from '#engine/queue/retries.ts'
import { GalleyError } from '#errors.ts'
import { runJob, StepFailed } from './steps.ts'
import { transition } from './transitions.ts'

type WorkDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>

export async function claimJobs(
  deps: WorkDeps,
  options: { worker: string; queues: readonly string[]; limit: number },
): Promise<ClaimedJob[]> {
  return deps.db.inTransaction((tx) => transition(deps, tx, 'claimed', options, deps.clock.now()))
}

/**
 * Runs a claimed job. `lost` aborts a step whose claim is gone; `stopping` lets the current step finish, or aborts it when
 * the worker can't wait, and hands the job back.
 */
export async function runClaimedJob(
  deps: WorkDeps & { drafter: Drafter },
  job: ClaimedJob,
  signals: { lost: AbortSignal; stopping: AbortSignal; hurry: AbortSignal },
): Promise<void> {
  try {
    const signal = AbortSignal.any([signals.lost, signals.hurry])
    if ((await runJob(deps, job, signal, signals.stopping)) === 'stopped') await returnJob(deps, job)
  } catch (error) {
    await settle(deps, job, error, signals).catch((worse: unknown) => {
      // The lease expires by itself, and the next worker resumes after the last finished step.
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
  // During an outage nothing can be said about the job itself.
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
  const step = failed?.step ?? null
  const usage = failed?.usage ? JSON.stringify(failed.usage) : undefined
  const input = { claim: job, failures, step, error: sentence, pause, usage }
  await deps.db.inTransaction((tx) => transition(deps, tx, 'stepFailed', input, deps.clock.now()))
  deps.log.warn({ job: job.jobId, step, failures, pause, reason: sentence }, 'step failed')
}

async function returnJob(deps: WorkDeps, job: JobClaim): Promise<void> {
  await deps.db.inTransaction((tx) => transition(deps, tx, 'handedBack', job, deps.clock.now()))
  deps.log.info({ job: job.jobId }, 'job handed back')
}
