// Scheduled tasks of drafts: publishes due ones and removes expired preview links. The publishing code is loaded with the first
// due draft, because the mostly idle scheduler would take 15 MB more.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { deleteExpired } from './previews-store.ts'
import type { PublishDeps } from './publish.ts'
import { listDue } from './store.ts'

const DUE_AT_ONCE = 50

/** Publishes every due draft in its own transaction and returns how many. */
export async function publishDue(deps: PublishDeps & Pick<Deps, 'log'>, signal: AbortSignal): Promise<number> {
  const due = await listDue(deps.db.read, deps.clock.now(), DUE_AT_ONCE)
  if (due.length === 0) return 0
  const { publishAtItsTime } = await import('./publish.ts')
  let count = 0
  for (const plan of due) {
    if (signal.aborted) break
    try {
      await publishAtItsTime(deps, plan)
      count++
    } catch (error) {
      // This one is tried again next time; the others go on.
      deps.log.warn({ document: plan.document_id, err: error }, 'a document was not published as scheduled')
    }
  }
  return count
}

export const forgetPreviewLinks = (tx: Tx, most: number, { clock }: Pick<Deps, 'clock'>): Promise<number> =>
  deleteExpired(tx, clock.now(), most)
