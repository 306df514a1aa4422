// What /metrics reports about background processes and schedules. A gauge that once had a value is always given one, so that
// a process which has ended does not go on being counted.

import type { Deps } from '#deps.ts'
import { listSchedulesThatRan } from '#engine/supervisor/schedules.ts'
import { countRows } from '#engine/supervisor/wishes.ts'
import { KINDS, STATUSES } from './schemas.ts'

type ReadGauge = { name: string; help: string; labels: Record<string, string>; value: number }

export async function processGauges({ db }: Pick<Deps, 'db'>): Promise<ReadGauge[]> {
  const rows = await countRows(db.read)
  const totals = new Map(rows.map(({ kind, status, total }) => [`${kind} ${status}`, total]))
  const about = { name: 'galley_processes', help: 'Background processes by kind and status.' }
  const processes = KINDS.flatMap((kind) =>
    STATUSES.map((status) => ({ ...about, labels: { kind, status }, value: totals.get(`${kind} ${status}`) ?? 0 })),
  )
  return [...processes, ...(await scheduleMetrics({ db }))]
}

/** scheduleMetrics lists every schedule that has run: when, for how long, and whether it failed. */
async function scheduleMetrics({ db }: Pick<Deps, 'db'>): Promise<ReadGauge[]> {
  const rows = await listSchedulesThatRan(db.read)
  return rows.flatMap((row) => {
    const labels = { schedule: row.name }
    return [
      {
        name: 'galley_schedule_last_run_seconds',
        help: 'When it last ran, as Unix time.',
        labels,
        value: row.last_run_at! / 1000,
      },
      {
        name: 'galley_schedule_duration_seconds',
        help: 'How long its last run took.',
        labels,
        value: (row.duration_ms ?? 0) / 1000,
      },
      { name: 'galley_schedule_failed', help: 'Whether its last run failed.', labels, value: row.failed },
    ]
  })
}
