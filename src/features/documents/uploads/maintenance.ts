// Removes uploads that no document has shown for long and that nothing can bring back: no revision, trash or draft.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import { DAY } from '#time.ts'
import { keysNamedIn } from './addresses.ts'
import * as store from './store.ts'

/** How long an upload waits for a document that shows it. */
const WAIT_DAYS = 30
const MOST_A_RUN = 10_000
/** Removed per transaction, with pauses for other writers. */
const BATCH = 50
const PAUSE_MS = 20

/** Returns how many were removed. */
export async function forgetUploads(
  { db, config, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  const before = clock.now() - Math.max(WAIT_DAYS, config.keepTrashDays) * DAY
  const unneeded = new Set(await store.listUnshown(db.read, before, MOST_A_RUN))
  if (unneeded.size === 0) return 0
  for await (const text of store.listTextsNaming(db.read, [...unneeded])) {
    for (const key of keysNamedIn(text)) unneeded.delete(key)
    if (signal.aborted) return 0
  }
  let removed = 0
  const keys = [...unneeded]
  for (let from = 0; from < keys.length && !signal.aborted; from += BATCH) {
    const some = keys.slice(from, from + BATCH)
    removed += await db.inTransaction((tx) => store.deleteUploads(tx, db.dialect, some, before))
    await sleep(PAUSE_MS)
  }
  return removed
}
