// Frees jobs whose worker fell silent. Apart from work.ts, because the scheduler asks for this too and would otherwise load
// the drafters: 30 MB of a process that never drafts.

import type { Deps } from '#deps.ts'
import { hasLostJob } from '#engine/queue/queue.ts'
import { transition } from './transitions.ts'

/** recoverLostJobs returns how many it freed; any worker and the scheduler may call it at any time. */
export async function recoverLostJobs(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>): Promise<number> {
  // Asked every few seconds by every worker: mostly there is nothing, and then nobody should have to wait for a lock.
  if (!(await hasLostJob(deps.db.read, deps.clock.now()))) return 0
  const lost = await deps.db.inTransaction((tx) => transition(deps, tx, 'lost', undefined, deps.clock.now()))
  return lost.length
}
