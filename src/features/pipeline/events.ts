// The history of a job: the kinds of event, and the only way to write them. Events are written after the job's row in the
// same transaction: its lock makes event ids grow in commit order, so a reader who resumes after the last id misses none.

import type { Query, Tx } from '#engine/db/db.ts'
import { emit } from '#features/webhooks/emit.ts'
import type { WebhookKind } from '#features/webhooks/kinds.ts'
import { findNewestEventId, insertEvents } from './store.ts'

export const EVENT_KINDS = [
  'job.queued',
  'job.started',
  'step.started',
  'step.finished',
  'question.raised',
  'action.raised',
  'draft.ready',
  'question.answered',
  'action.answered',
  'action.resolved',
  'draft.edited',
  'iteration.redrafted',
  'iteration.approved',
  'job.retrying',
  'job.recovered',
  'job.failed',
  'job.cancelled',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Events sent to webhooks, with their names there. */
const HEARD_OUTSIDE: Partial<Record<EventKind, WebhookKind>> = {
  'draft.ready': 'job.review',
  'job.failed': 'job.failed',
  'iteration.approved': 'job.approved',
  'question.raised': 'question.raised',
  'question.answered': 'question.answered',
}
const LONGEST_MESSAGE = 2_000

/** `at` is set if the event happened a moment before it is written. */
export type NewEvent = { kind: EventKind; message: string; data?: Record<string, unknown>; at?: number }
export type IterationRef = { id: number; job_id: number }

export const addEvents = (tx: Tx, iteration: IterationRef, events: NewEvent[], now: number): Promise<void> =>
  addEventsFor(tx, [iteration], () => events, now)

/** Writes the events of several jobs in one statement and wakes followers. */
export async function addEventsFor<T extends IterationRef>(
  tx: Tx,
  iterations: T[],
  eventsOf: (iteration: T) => NewEvent[],
  now: number,
): Promise<void> {
  const rows = iterations.flatMap((iteration) =>
    eventsOf(iteration).map(({ kind, message, data, at }) => ({
      job_id: iteration.job_id,
      iteration_id: iteration.id,
      kind,
      message,
      data: JSON.stringify(data ?? {}),
      created_at: at ?? now,
    })),
  )
  if (rows.length === 0) return
  await insertEvents(tx, rows)
  tx.notify('events')
  for (const { kind, job_id, iteration_id, message, created_at } of rows) {
    const heard = HEARD_OUTSIDE[kind]
    const payload = { job_id, iteration_id, message: message.slice(0, LONGEST_MESSAGE).toWellFormed() }
    if (heard) await emit(tx, heard, { jobId: job_id }, created_at, payload)
  }
}

/** Changes whenever anything happens to any job, as every change writes an event. */
export const newestEventId = async (query: Query): Promise<number> => (await findNewestEventId(query)) ?? 0
