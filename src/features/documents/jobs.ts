// What documents have to know of the jobs on them. The pipeline knows documents, not the other way round: these functions
// are handed over where the service is composed (app.ts, worker/schedules.ts).

import type { Tx } from '#engine/db/db.ts'
import type { StatusOut } from './job-status-schemas.ts'

export type DocumentJobs = {
  /** findNewest is the state of the newest job of each document that has one. */
  findNewest: (documentIds: readonly number[]) => Promise<Map<number, StatusOut>>
  /** release comes first in the transaction that deletes a document: jobs are locked before documents, by everyone. */
  release: (tx: Tx, documentId: number) => Promise<void>
  /** forgetTexts comes before revisions are removed for good: no iteration names them any more. */
  forgetTexts: (tx: Tx, documentId: number, revisionIds: readonly number[]) => Promise<void>
}

/** NO_JOBS is for a document that has just been made: there can't be any, so nobody need ask. */
export const NO_JOBS: Pick<DocumentJobs, 'findNewest'> = { findNewest: async () => new Map() }
