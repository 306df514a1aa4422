// What documents need to know of their jobs (implements documents/jobs.ts).

import type { Deps } from '#deps.ts'
import type { DocumentJobs } from '#features/documents/jobs.ts'
import { findNewestStatuses } from './job-status.ts'
import { forgetRevisions } from './store.ts'
import { documentDeleted } from './transitions.ts'

export const documentJobs = (deps: Pick<Deps, 'db'>): DocumentJobs => ({
  findNewest: (documentIds) => findNewestStatuses(deps, documentIds),
  release: (tx, documentId) => documentDeleted(deps, tx, documentId),
  forgetTexts: forgetRevisions,
})
