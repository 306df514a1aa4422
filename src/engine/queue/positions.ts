// Where jobs are in their queue: one pass over the index that claims go by, however many are asked for.

import { sql } from 'kysely'
import type { Query } from '../db/db.ts'
import { hasStatus } from './states.ts'

/** findPositions gives each of these jobs that is queued its position in its queue: 1 is the next to be claimed. */
export async function findPositions(
  query: Query,
  jobs: readonly { id: number; queue: string }[],
): Promise<Map<number, number>> {
  if (jobs.length === 0) return new Map()
  const queues = new Set(jobs.map(({ queue }) => queue))
  const { rows } = await sql<{ id: number; position: number }>`
    select id, position from (
      select id, row_number() over (partition by queue order by priority desc, id) as position
      from jobs where ${hasStatus(['queued'])} and queue in (${sql.join([...queues])})) as ordered
    where id in (${sql.join(jobs.map(({ id }) => id))})`.execute(query)
  return new Map(rows.map(({ id, position }) => [id, position]))
}
