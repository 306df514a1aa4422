// Frees jobs of crashed workers. Separate from work.ts, because the scheduler uses it too and shouldn't load the drafters (30
// MB).

import type { Deps } from '#deps.ts'
import { hasLostJob } from '#engine/queue/queue.ts'
import { transition } from './transitions.ts'

/** Returns how many were freed; safe to call from anywhere at any time. */
export async function recoverLostJobs(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>): Promise<number> {
  // Called every few seconds by every worker and mostly in vain, so check without a lock first.
  if (!(await hasLostJob(deps.db.read, deps.clock.now()))) return 0
  const lost = await deps.db.inTransaction((tx) => transition(deps, tx, 'lost', undefined, deps.clock.now()))
  return lost.length
}
