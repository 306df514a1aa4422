// What /metrics tells about background processes and schedules.

import type { Deps } from '../../deps.ts'
import type { ProcessKind, ProcessStatus } from '../../engine/db/tables.ts'

export type ScheduleMetric = { name: string; lastRunSeconds: number; durationSeconds: number; failed: boolean }

/** scheduleMetrics lists every schedule that has run: when (Unix seconds), for how long, and whether it failed. */
export async function scheduleMetrics({ db }: Pick<Deps, 'db'>): Promise<ScheduleMetric[]> {
  const rows = await db.read
    .selectFrom('schedules')
    .selectAll()
    .where('last_run_at', 'is not', null)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    lastRunSeconds: row.last_run_at! / 1000,
    durationSeconds: (row.duration_ms ?? 0) / 1000,
    failed: row.failed === 1,
  }))
}

export type ProcessMetric = { kind: ProcessKind; status: ProcessStatus; count: number }

export async function processMetrics({ db }: Pick<Deps, 'db'>): Promise<ProcessMetric[]> {
  const rows = await db.read
    .selectFrom('processes')
    .select(['kind', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['kind', 'status'])
    .orderBy('kind')
    .orderBy('status')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
