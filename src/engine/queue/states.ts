// The state machine of a job: its states and the only ways from one to another. Pure data. queue.ts writes the rows by it,
// features/pipeline/transitions.ts adds what else a transition does.
//
//   what happened      from                         to                 who
//   enqueued           (new)                        queued             a person enqueues or redrafts a document
//   claimed            queued                       processing         a worker takes the job
//   drafted            processing                   review             the worker finished the last step
//   handed back        processing                   queued             the worker stops in good order
//   step failed        processing                   queued, failed     the drafter failed: tried again later, or given up
//   lost               processing                   queued, failed     the lease ran out: tried again, or lost too often
//   approved           review                       approved           a person publishes the draft
//   superseded         review                       superseded         a person asks for a redraft, which is a new job
//   cancelled          queued, processing, review   cancelled          a person calls the job off
//   document deleted   (any)                        (gone)             the foreign keys remove the rows
//
// A document has at most one active job: the unique index jobs_one_active refuses a second one.

import { sql } from 'kysely'
import type { JobStatus } from '../db/vocabulary.ts'

/** ACTIVE: something will still happen to the job. The index jobs_one_active has the same list. */
export const ACTIVE = ['queued', 'processing', 'review'] as const satisfies JobStatus[]
/** ENDED: nothing more happens to the job. */
export const ENDED = ['approved', 'failed', 'superseded', 'cancelled'] as const satisfies JobStatus[]
export const isEnded = (status: JobStatus): boolean => (ENDED as readonly JobStatus[]).includes(status)

type Ways = { from: readonly JobStatus[]; to: readonly JobStatus[] }

export const TRANSITIONS = {
  enqueued: { from: [], to: ['queued'] },
  claimed: { from: ['queued'], to: ['processing'] },
  drafted: { from: ['processing'], to: ['review'] },
  handedBack: { from: ['processing'], to: ['queued'] },
  stepFailed: { from: ['processing'], to: ['queued', 'failed'] },
  lost: { from: ['processing'], to: ['queued', 'failed'] },
  approved: { from: ['review'], to: ['approved'] },
  superseded: { from: ['review'], to: ['superseded'] },
  cancelled: { from: ACTIVE, to: ['cancelled'] },
} as const satisfies Record<string, Ways>

export type Transition = keyof typeof TRANSITIONS
/** StateAfter lets a statement name only a state that its transition leads to. */
export type StateAfter<T extends Transition> = (typeof TRANSITIONS)[T]['to'][number]

/** hasStatus compares with literals: only then do the planners see that a partial index fits. */
export const hasStatus = (statuses: readonly JobStatus[]) =>
  statuses.length === 1
    ? sql<boolean>`status = ${sql.lit(statuses[0])}`
    : sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`
