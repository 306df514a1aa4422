// What the scheduler does for working copies: publishes those whose time has come, and removes preview links that expired. The code that
// publishes is loaded by the first one that is due: with it the scheduler, which mostly waits, would take 15 MB more.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { deleteExpired } from './previews-store.ts'
import type { PublishDeps } from './publish.ts'
import { listDue } from './store.ts'

const DUE_AT_ONCE = 50

/** publishDue publishes every copy whose time has come, each in a transaction of its own, and returns how many. */
export async function publishDue(deps: PublishDeps & Pick<Deps, 'log'>, signal: AbortSignal): Promise<number> {
  const due = await listDue(deps.db.read, deps.clock.now(), DUE_AT_ONCE)
  if (due.length === 0) return 0
  const { publishAtItsTime } = await import('./publish.ts')
  let count = 0
  for (const { id, ...plan } of due) {
    if (signal.aborted) break
    try {
      await publishAtItsTime(deps, id, plan)
      count++
    } catch (error) {
      // The others are due as well; this one is tried again the next time.
      deps.log.warn({ document: id, err: error }, 'a document was not published as scheduled')
    }
  }
  return count
}

export const forgetPreviewLinks = (tx: Tx, most: number, { clock }: Pick<Deps, 'clock'>): Promise<number> =>
  deleteExpired(tx, clock.now(), most)
