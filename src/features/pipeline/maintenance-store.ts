// Deletion of old events.

import type { Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import { ENDED } from '#engine/queue/states.ts'

/** Deletes at most `most` events of finished jobs and returns how many. */
export const deleteEventsOfFinished = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'events',
    'id',
    tx
      .selectFrom('events')
      .innerJoin('jobs', 'jobs.id', 'events.job_id')
      .select('events.id')
      .where('events.created_at', '<', before)
      .where('jobs.status', 'in', ENDED)
      .limit(most),
  )
