// Deletes events that nobody follows any longer.

import type { Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import { ENDED } from '#engine/queue/states.ts'

/** deleteEventsOfFinished removes a bounded number of events and returns how many; those of a job that goes on stay. */
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
