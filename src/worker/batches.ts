// How timed tasks change many rows without holding up others who write: in small transactions with a pause between them.
// On SQLite there is one writer at a time. Which rows are deleted, and when, is decided by each feature's maintenance.ts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'

type BatchDeps = Pick<Deps, 'config' | 'db' | 'clock'>
/** A BatchChange touches at most `most` rows and returns how many it did. */
export type BatchChange = (tx: Tx, most: number, deps: BatchDeps) => Promise<number>

const BATCH = 500
const PAUSE_MS = 5

/** inBatches repeats each change until it finds less than a full batch, or the scheduler is asked to stop. */
export async function inBatches(
  deps: BatchDeps,
  signal: AbortSignal,
  changes: readonly BatchChange[],
): Promise<number> {
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
