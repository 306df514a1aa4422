// How the beat changes much without holding up others who write: in small transactions with a pause between them.
// What goes, and when, is said by each feature's upkeep.ts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'

export type BatchDeps = Pick<Deps, 'config' | 'db' | 'clock'>
/** A Change touches at most `most` rows and returns how many it did. */
export type Change = (tx: Tx, most: number, deps: BatchDeps) => Promise<number>

const BATCH = 500
const PAUSE_MS = 5

/** inBatches repeats each change until it finds less than a full batch, or the beat is asked to stop. */
export async function inBatches(deps: BatchDeps, signal: AbortSignal, changes: readonly Change[]): Promise<number> {
  let total = 0
  for (const change of changes) {
    while (!signal.aborted) {
      const count = await deps.db.inTransaction((tx) => change(tx, BATCH, deps))
      total += count
      if (count < BATCH) break
      await sleep(PAUSE_MS)
    }
  }
  return total
}
