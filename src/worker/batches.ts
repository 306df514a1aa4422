// Lets timed tasks change many rows without blocking other writers (SQLite has one at a time): small transactions with
// pauses. Which rows are deleted, and when, is in each feature's maintenance.ts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'

type BatchDeps = Pick<Deps, 'config' | 'db' | 'clock'>
/** Changes at most `most` rows and returns how many. */
export type BatchChange = (tx: Tx, most: number, deps: BatchDeps) => Promise<number>

const BATCH = 500
const PAUSE_MS = 5

/** Repeats each change until a batch isn't full, or the scheduler is stopped. */
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
