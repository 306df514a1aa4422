// The only module that changes a job's state. A caller names a transition; `transition` moves the jobs' rows and, in the same
// transaction, everything that follows. The state machine is in engine/queue/states.ts; illegal moves can't be written, as
// queue functions take only its states and their statements match no other rows.
//
// What follows, in this order (jobs are locked before documents, by everyone):
//   iteration      takes the job's status
//   events         written after the job's row, so that ids grow in commit order
//   bucket         the document's bucket, where it depends on the state
//   queue order    the queue positions in this process's memory
//   signals        'events' wakes followers of a job, 'jobs' wakes workers
// The audit trail is not among them: callers who act for a person write it.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { JobStatus, Step } from '#engine/db/vocabulary.ts'
import { addJobs, cancelJob, deleteJobsOf, endReview, lockJobsOf } from '#engine/queue/decisions.ts'
import type { MovedJob } from '#engine/queue/moving.ts'
import * as queue from '#engine/queue/queue.ts'
import { TRANSITIONS, type Transition } from '#engine/queue/states.ts'
import { type BucketOfJob, setBuckets } from '#features/documents/writing/buckets.ts'
import { addEventsFor, type IterationRef, type NewEvent } from './events.ts'
import * as store from './store.ts'

type MoveDeps = Pick<Deps, 'db' | 'clock'>

/** How a transition moves jobs (`Job` is what its statement returns), and what it writes besides. */
type TransitionRule<Input, Job extends MovedJob> = {
  move: (deps: MoveDeps, tx: Tx, input: Input, now: number) => Promise<Job[]>
  /** Set where iterations get more than their job's status. */
  iterations?: (tx: Tx, jobs: Job[], input: Input, now: number) => Promise<IterationRef[]>
  events: (job: Job, input: Input, tx: Tx) => NewEvent[] | Promise<NewEvent[]>
}
const rule = <Input, Job extends MovedJob>(is: TransitionRule<Input, Job>): TransitionRule<Input, Job> => is

/** `previousJobId` is the job that is redrafted. */
export type NewJob = { documentId: number; priority: number; previousJobId?: number; iteration: store.NewIteration }
type NewJobs = { actor: Actor; jobs: NewJob[] }
type ClaimRequest = { worker: string; queues: readonly string[]; limit: number }
/** `fields` and `raise` write the draft and the points after the claim is proven. */
type FinishedDraft = queue.StepProgress & {
  claim: queue.JobClaim
  fields: (tx: Tx) => Promise<store.IterationFields>
  raise: (tx: Tx) => Promise<NewEvent[]>
}
/** Without a pause there is no further attempt. */
type FailedStep = {
  claim: queue.JobClaim
  failures: number
  step: Step | null
  error: string
  pause: number | undefined
  usage: string | undefined
}
type Reviewed = { jobId: number; actor: Actor }

const LOST_SENTENCE = 'Every worker that took this job was lost in the same step.'

const RULES = {
  enqueued: rule({
    move: async (_deps, tx, { actor, jobs }: NewJobs, now) => {
      const added = await addJobs(
        tx,
        jobs.map(({ documentId, priority, previousJobId = null }) => ({
          document_id: documentId,
          parent_job_id: previousJobId,
          priority,
          created_by: actor.userId,
        })),
        now,
      )
      const byDocument = new Map(added.map((job) => [job.documentId, job]))
      return jobs.flatMap((wanted) => {
        const job = byDocument.get(wanted.documentId)
        return job ? [{ ...job, wanted }] : []
      })
    },
    iterations: (tx, jobs, _input, now) =>
      store.insertIterations(
        tx,
        jobs.map(({ jobId, documentId, status, wanted }) => ({
          ...wanted.iteration,
          job_id: jobId,
          document_id: documentId,
          status,
          created_at: now,
          updated_at: now,
        })),
      ),
    events: ({ wanted: { priority, previousJobId } }) =>
      previousJobId === undefined
        ? [{ kind: 'job.queued', message: 'Queued for drafting', data: { priority } }]
        : [
            {
              kind: 'job.queued',
              message: 'Queued for redrafting',
              data: { priority, previous_job_id: previousJobId },
            },
          ],
  }),

  claimed: rule({
    move: ({ db }, tx, options: ClaimRequest, now): Promise<queue.ClaimedJob[]> =>
      queue.claimJobs(tx, db.dialect, { ...options, now }),
    // A job that was recovered from a lost worker has started before.
    events: ({ fence }, { worker }) =>
      fence > 1
        ? []
        : [
            { kind: 'job.started', message: `Taken by ${worker}`, data: { worker } },
            { kind: 'step.started', message: 'Started: plan', data: { step: 'plan', seconds: 0 } },
          ],
  }),

  drafted: rule({
    move: (_deps, tx, { claim, ...progress }: FinishedDraft, now) => queue.finishClaim(tx, claim, progress, now),
    iterations: async (tx, jobs, { fields }, now) => follow(tx, jobs, now, await fields(tx)),
    events: (_job, { raise }, tx) => raise(tx),
  }),

  handedBack: rule({
    move: (_deps, tx, claim: queue.JobClaim, now) => queue.handBack(tx, claim, now),
    events: () => [],
  }),

  stepFailed: rule({
    move: (_deps, tx, { claim, error, pause }: FailedStep, now) => queue.failClaim(tx, claim, error, pause, now),
    iterations: (tx, jobs, { usage }, now) => follow(tx, jobs, now, usage === undefined ? {} : { usage }),
    events: (_job, { step, failures, error, pause }) =>
      pause === undefined
        ? [{ kind: 'job.failed', message: error, data: { step, failures } }]
        : [{ kind: 'job.retrying', message: error, data: { step, failures, in_seconds: pause / 1000 } }],
  }),

  lost: rule({
    move: ({ db }, tx, _nothing: undefined, now): Promise<queue.LostJob[]> =>
      queue.takeLostJobs(tx, db.dialect, LOST_SENTENCE, now),
    events: ({ worker, step, status }) =>
      status === 'failed'
        ? [{ kind: 'job.failed', message: LOST_SENTENCE, data: { step, worker } }]
        : [{ kind: 'job.recovered', message: `Lost by ${worker}; continues with: ${step}`, data: { step, worker } }],
  }),

  approved: rule({
    move: (_deps, tx, { jobId }: Reviewed & { version: number }, now) => endReview(tx, jobId, 'approved', now),
    iterations: (tx, jobs, { actor }, now) => follow(tx, jobs, now, { approved_at: now, approved_by: actor.userId }),
    events: (_job, { actor, version }) => [
      { kind: 'iteration.approved', message: `Approved by ${actor.label}`, data: { version, by: actor.userId } },
    ],
  }),

  superseded: rule({
    move: (_deps, tx, { jobId }: { jobId: number }, now) => endReview(tx, jobId, 'superseded', now),
    // redraft.ts writes the event: it names the new job, which is added only after this one has ended.
    events: () => [],
  }),

  cancelled: rule({
    move: (_deps, tx, { jobId }: Reviewed, now) => cancelJob(tx, jobId, now),
    events: (_job, { actor }) => [
      { kind: 'job.cancelled', message: `Cancelled by ${actor.label}`, data: { by: actor.userId } },
    ],
  }),
}

type MoveInput<T extends Transition> = Parameters<(typeof RULES)[T]['move']>[2]
type Moved<T extends Transition> = Awaited<ReturnType<(typeof RULES)[T]['move']>>[number]

/** Returns the moved jobs with their iterations; none if no job was in the state where the transition starts. */
export async function transition<T extends Transition>(
  deps: MoveDeps,
  tx: Tx,
  what: T,
  input: MoveInput<T>,
  now: number,
): Promise<(Moved<T> & { iterationId: number })[]> {
  const { move, iterations = followAlone, events } = RULES[what] as unknown as TransitionRule<MoveInput<T>, Moved<T>>
  const moved = await move(deps, tx, input, now)
  if (moved.length === 0) return []
  const rows = await iterations(tx, moved, input, now)
  const iterationIds = new Map(rows.map((row) => [row.job_id, row.id]))
  const jobs = moved.map((job) => ({ ...job, iterationId: iterationIds.get(job.jobId)! }))
  const history = new Map<number, NewEvent[]>()
  for (const job of jobs) history.set(job.jobId, await events(job, input, tx))
  await addEventsFor(tx, rows, ({ job_id }) => history.get(job_id)!, now)
  await moveDocuments(tx, TRANSITIONS[what].from, jobs)
  tx.notify('events')
  if (jobs.some(({ status }) => status === 'queued' || status === 'cancelled')) tx.notify('jobs')
  return jobs
}

/** A transition may leave its jobs in two states; each is written in one statement. */
const byStatus = <Job extends MovedJob>(jobs: Job[]) => Map.groupBy(jobs, ({ status }) => status)

async function follow(
  tx: Tx,
  jobs: MovedJob[],
  now: number,
  fields: store.IterationFields = {},
): Promise<IterationRef[]> {
  const rows: IterationRef[] = []
  for (const [status, some] of byStatus(jobs)) {
    const ids = some.map(({ jobId }) => jobId)
    rows.push(...(await store.moveIterationsOf(tx, ids, { ...fields, status }, now)))
  }
  return rows
}

const followAlone = (tx: Tx, jobs: MovedJob[], _input: unknown, now: number): Promise<IterationRef[]> =>
  follow(tx, jobs, now)

/** A document's bucket by its newest job's status. */
const BUCKET_OF: Record<JobStatus, BucketOfJob | 'left to the next job'> = {
  queued: 'queued',
  processing: 'processing',
  review: 'processing',
  failed: 'failed',
  approved: 'by content',
  cancelled: 'by content',
  superseded: 'left to the next job',
}

async function moveDocuments(tx: Tx, from: readonly JobStatus[], jobs: MovedJob[]): Promise<void> {
  for (const [status, some] of byStatus(jobs)) {
    const bucket = BUCKET_OF[status]
    const isThere = from.length > 0 && from.every((before) => BUCKET_OF[before] === bucket)
    if (bucket === 'left to the next job' || isThere) continue
    await setBuckets(
      tx,
      some.map(({ documentId }) => documentId),
      bucket,
    )
  }
}

/**
 * Called before a document is deleted, in the same transaction. Takes the job locks first, as jobs are locked before
 * documents; a worker busy with one then finds nothing to write to.
 */
export async function documentDeleted({ db }: Pick<Deps, 'db'>, tx: Tx, documentId: number): Promise<void> {
  await lockJobsOf(tx, db.dialect, documentId)
  await deleteJobsOf(tx, documentId)
  tx.notify('jobs')
  tx.notify('events')
}
