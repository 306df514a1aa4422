// How long imports are kept: an upload that nobody started for a day, the history for a year.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY } from '#time.ts'
import { deleteImport, listForgotten } from './store.ts'

const UPLOADS_KEPT_MS = DAY
const HISTORY_KEPT_MS = 365 * DAY
/** Each may have hundreds of megabytes. */
const MOST = 5

export async function forgetImports(tx: Tx, most: number, { clock }: Deps): Promise<number> {
  const before = { begun: clock.now() - UPLOADS_KEPT_MS, ended: clock.now() - HISTORY_KEPT_MS }
  const ids = await listForgotten(tx, before, Math.min(MOST, most))
  for (const id of ids) await deleteImport(tx, id)
  // A full batch is asked for again.
  return ids.length === MOST ? most : ids.length
}
