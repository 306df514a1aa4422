// Retention of the events of finished jobs.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY } from '#time.ts'
import { deleteEventsOfFinished } from './maintenance-store.ts'

/** Removes a bounded number and returns how many; the scheduler repeats it. */
export const forgetEvents = (
  tx: Tx,
  most: number,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): Promise<number> => deleteEventsOfFinished(tx, clock.now() - config.keepEventsDays * DAY, most)
