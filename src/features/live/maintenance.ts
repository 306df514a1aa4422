// How long the state of an open document is kept when nobody comes back to it: someone who was offline for longer brings their
// words by a merge.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY } from '#time.ts'
import { deleteUntouched } from './store.ts'

const KEPT_MS = 30 * DAY

export const forgetOpen = (tx: Tx, most: number, { clock }: Pick<Deps, 'clock'>): Promise<number> =>
  deleteUntouched(tx, clock.now() - KEPT_MS, most)
