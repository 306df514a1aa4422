// Job counts by status, for /metrics.

import type { Deps } from '#deps.ts'
import type { JobStatus } from '#engine/db/vocabulary.ts'
import { ACTIVE } from '#engine/queue/states.ts'
import { countJobsByStatus } from './job-status-store.ts'

/** Other finished statuses aren't counted: they only grow. */
const ALARMING: readonly JobStatus[] = [...ACTIVE, 'failed']

/** Reports every status, even with 0 jobs. */
export async function jobGauges({ db }: Pick<Deps, 'db'>) {
  const totals = new Map((await countJobsByStatus(db.read, ALARMING)).map(({ status, total }) => [status, total]))
  const about = { name: 'galley_jobs', help: 'Jobs by status.' }
  return ALARMING.map((status) => ({ ...about, labels: { status }, value: totals.get(status) ?? 0 }))
}
