// What /metrics tells about jobs: how many have each status.

import type { Deps } from '#deps.ts'
import { ALARMING, countJobsByStatus } from './store.ts'

/** jobGauges gives every status a number, even those that no job has. */
export async function jobGauges({ db }: Pick<Deps, 'db'>) {
  const totals = new Map((await countJobsByStatus(db.read)).map(({ status, total }) => [status, total]))
  const about = { name: 'galley_jobs', help: 'Jobs by status.' }
  return ALARMING.map((status) => ({ ...about, labels: { status }, value: totals.get(status) ?? 0 }))
}
