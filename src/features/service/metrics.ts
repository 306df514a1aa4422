// The numbers that live in the database and that /metrics shows: jobs by status.

import type { Db } from '#engine/db/db.ts'
import { ALARMING, countJobsByStatus } from './store.ts'

/** countJobs gives every status a number, also those that no job has. */
export async function countJobs({ read }: Pick<Db, 'read'>): Promise<Record<(typeof ALARMING)[number], number>> {
  const totals = new Map((await countJobsByStatus(read)).map(({ status, total }) => [status, total]))
  const every = ALARMING.map((status) => [status, totals.get(status) ?? 0])
  return Object.fromEntries(every) as Record<(typeof ALARMING)[number], number>
}
