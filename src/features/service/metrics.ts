// The numbers of jobs that /metrics shows, read from the database: how many there are of each status.

import { sql } from 'kysely'
import type { Db } from '../../engine/db/db.ts'

const STATUSES = ['queued', 'processing', 'review', 'failed'] as const

/** countJobs counts the statuses that someone would be alarmed by; finished jobs are history and are not counted. */
export async function countJobs({ read }: Pick<Db, 'read'>): Promise<Record<(typeof STATUSES)[number], number>> {
  const { rows } = await sql<{ status: (typeof STATUSES)[number]; total: number }>`
    select status, count(*) as total from jobs where status in ('queued', 'processing', 'review', 'failed') group by status`.execute(
    read,
  )
  const totals = new Map(rows.map((row) => [row.status, Number(row.total)]))
  return Object.fromEntries(STATUSES.map((status) => [status, totals.get(status) ?? 0])) as Record<
    (typeof STATUSES)[number],
    number
  >
}
