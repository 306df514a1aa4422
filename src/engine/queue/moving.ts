// The statement that every transition of a job is made of, and what it returns. Used inside this folder alone.

import type { UpdateObject } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { JobStatus } from '../db/vocabulary.ts'
import { hasStatus, type StateAfter, TRANSITIONS, type Transition } from './states.ts'

/** MovedJob is a job after a transition, with what its effects need to know. */
export type MovedJob = { jobId: number; documentId: number; status: JobStatus }

export const MOVED = ['id as jobId', 'document_id as documentId', 'status'] as const
export type JobFields = Omit<UpdateObject<Tables, 'jobs'>, 'status' | 'worker' | 'lease_until'>

/**
 * moving is the only way to another status: the types know where a transition leads, and the statement finds no row
 * unless the job is where the transition may start. Whatever is not a claim leaves the job without a worker.
 */
export const moving = <T extends Transition>(
  tx: Tx,
  transition: T,
  status: StateAfter<T>,
  fields: JobFields,
  held: { worker: string; lease_until: number } | undefined = undefined,
) =>
  tx
    .updateTable('jobs')
    .set({ worker: null, lease_until: null, ...held, ...fields, status })
    .where(hasStatus(TRANSITIONS[transition].from))
