// Where jobs are in their queue, counted in the index that claims go by.

import { sql } from 'kysely'
import type { Query } from '../db/db.ts'
import { hasStatus } from './states.ts'

const isQueued = hasStatus(['queued'])

/** findPositions gives each of these jobs that is queued its position in its queue: 1 is the next to be claimed. */
export async function findPositions(query: Query, jobIds: readonly number[]): Promise<Map<number, number>> {
  if (jobIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; position: number }>`
    select id, 1
      + (select count(*) from jobs as higher
        where ${isQueued} and higher.queue = jobs.queue and higher.priority > jobs.priority)
      + (select count(*) from jobs as older
        where ${isQueued} and older.queue = jobs.queue and older.priority = jobs.priority and older.id < jobs.id) as position
    from jobs where id in (${sql.join(jobIds)}) and ${isQueued}`.execute(query)
  return new Map(rows.map(({ id, position }) => [id, position]))
}
