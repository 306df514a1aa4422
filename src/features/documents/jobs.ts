// What documents need of their jobs. The pipeline imports documents, not the other way round, so these functions are injected
// (app.ts, worker/schedules.ts).

import type { Tx } from '#engine/db/db.ts'
import type { StatusOut } from './job-status-schemas.ts'

export type DocumentJobs = {
  /** The newest job's state by document. */
  findNewest: (documentIds: readonly number[]) => Promise<Map<number, StatusOut>>
  /** Called first when a document is deleted: jobs are locked before documents, by everyone. */
  release: (tx: Tx, documentId: number) => Promise<void>
  /** Called before revisions are purged, to clear references to them. */
  forgetTexts: (tx: Tx, documentId: number, revisionIds: readonly number[]) => Promise<void>
}

/** For a document just created, which has no jobs. */
export const NO_JOBS: Pick<DocumentJobs, 'findNewest'> = { findNewest: async () => new Map() }
