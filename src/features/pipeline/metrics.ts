// What /metrics reports about jobs: how many have each status.

import type { Deps } from '#deps.ts'
import type { JobStatus } from '#engine/db/vocabulary.ts'
import { ACTIVE } from '#engine/queue/states.ts'
import { countJobsByStatus } from './job-status-store.ts'

/** ALARMING are the statuses that someone would set an alarm for; the other finished jobs are history and not counted. */
const ALARMING: readonly JobStatus[] = [...ACTIVE, 'failed']

/** jobGauges gives every status a number, even those that no job has. */
export async function jobGauges({ db }: Pick<Deps, 'db'>) {
  const totals = new Map((await countJobsByStatus(db.read, ALARMING)).map(({ status, total }) => [status, total]))
  const about = { name: 'galley_jobs', help: 'Jobs by status.' }
  return ALARMING.map((status) => ({ ...about, labels: { status }, value: totals.get(status) ?? 0 }))
}
