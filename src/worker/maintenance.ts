// Maintenance that belongs to no feature: rows of vanished nodes and processes, and the database file itself.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { deleteKeyedBefore, KEY_LIFE_MS } from '#engine/db/idempotency-keys.ts'
import { deleteNodesSeenBefore } from '#engine/db/nodes.ts'
import { forgetLost, recordLost } from '#engine/supervisor/rows.ts'
import { DAY } from '#time.ts'

/** Reading a larger file would outlast the scheduler's lease, and another process would take over. */
const LOOKED_THROUGH_BYTES = 4 * 1024 ** 3

export async function giveUpLostProcesses({ db, config, clock }: Deps): Promise<string> {
  const { lost, forgotten } = await db.inTransaction(async (tx) => {
    const lost = await recordLost(tx, config.nodeName, clock.now())
    const forgotten = await forgetLost(tx, config, clock.now())
    return { lost, forgotten }
  })
  if (lost + forgotten === 0) return ''
  return `Gave up ${lost} and removed ${forgotten} processes of nodes that do not respond`
}

/** Removes rows of vanished nodes: few, so all at once. */
export const forgetNodes = (tx: Tx, _most: number, { clock }: Deps): Promise<number> =>
  deleteNodesSeenBefore(tx, clock.now() - DAY)

export const forgetKeys = (tx: Tx, most: number, { clock }: Deps): Promise<number> =>
  deleteKeyedBefore(tx, clock.now() - KEY_LIFE_MS, most)

/** Fails if the file is damaged, so that the schedule shows it before people notice. */
export async function checkIntegrity({ db }: Deps): Promise<string> {
  const damage = await db.findDamage(LOOKED_THROUGH_BYTES)
  if (damage !== undefined) throw new Error(`The database is damaged (${damage}); restore a backup`)
  return ''
}
