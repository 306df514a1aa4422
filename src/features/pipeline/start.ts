// Starting jobs: the job with its iteration, its bucket and its first event, for every caller. What the iteration is
// given to begin with is the business of enqueue.ts and redraft.ts.

import type { Insertable } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import { enterOrder } from '#engine/queue/order.ts'
import { setBuckets } from '#features/documents/writing/buckets.ts'
import { addEventsFor, type NewEvent } from './events.ts'
import * as store from './store.ts'

/** A NewJob is for one document; `previousJobId` is the job that it redrafts. */
export type NewJob = { documentId: number; priority: number; previousJobId?: number; iteration: NewIteration }
export type NewIteration = Pick<
  Insertable<Tables['iterations']>,
  'number' | 'notes' | 'material' | 'planning' | 'extracted' | 'base_version' | 'base_fingerprint'
>
type Started = { job_id: number; iteration_id: number; document_id: number }

/** startJobs returns those that were started, in the order given: a document that has an active job gets no other. */
export async function startJobs(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  actor: Actor,
  wanted: NewJob[],
  now: number,
): Promise<Started[]> {
  if (wanted.length === 0) return []
  const jobs = await store.insertJobs(
    tx,
    wanted.map(({ documentId, priority, previousJobId = null }) => ({
      document_id: documentId,
      parent_job_id: previousJobId,
      status: 'queued' as const,
      priority,
      run_at: now,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    })),
  )
  enterOrder(db, tx, jobs)
  const jobIds = new Map(jobs.map((job) => [job.document_id, job.id]))
  const started = new Map(wanted.filter((job) => jobIds.has(job.documentId)).map((job) => [job.documentId, job]))
  if (started.size === 0) return []
  const iterations = await store.insertIterations(
    tx,
    [...started].map(([documentId, { iteration }]) => ({
      ...iteration,
      job_id: jobIds.get(documentId)!,
      document_id: documentId,
      status: 'queued' as const,
      created_at: now,
      updated_at: now,
    })),
  )
  await addEventsFor(tx, iterations, ({ document_id }) => [queuedEvent(started.get(document_id)!)], now)
  await setBuckets(tx, [...started.keys()], 'queued')
  tx.notify('jobs')
  const iterationIds = new Map(iterations.map((iteration) => [iteration.document_id, iteration.id]))
  return [...started.keys()].map((id) => ({
    job_id: jobIds.get(id)!,
    iteration_id: iterationIds.get(id)!,
    document_id: id,
  }))
}

const queuedEvent = ({ priority, previousJobId }: NewJob): NewEvent =>
  previousJobId === undefined
    ? { kind: 'job.queued', message: 'Queued for drafting', data: { priority } }
    : { kind: 'job.queued', message: 'Queued for redrafting', data: { priority, previous_job_id: previousJobId } }
