// The loop of a worker's side tasks: looks for work on a signal, and regularly without one.

import type { Deps } from '#deps.ts'
import { Bell } from '#engine/bell.ts'
import type { Topic } from '#engine/db/db.ts'
import { SECOND } from '#time.ts'

const OUTAGE_PAUSE_MS = 1 * SECOND

/** `pollMs`: a signal may get lost, and the end of a pause sends none. `failed` is the log message for a failing round. */
type Rounds = { topic: Topic; signal: AbortSignal; pollMs: number; failed: string }

/** Returns after the signal, once the current round has ended. A round that returns true is followed at once by another. */
export async function runRounds(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { topic, signal, pollMs, failed }: Rounds,
  round: (bell: Bell) => Promise<unknown>,
): Promise<void> {
  const bell = new Bell()
  const ring = () => bell.ring()
  const stopListening = db.on(topic, ring)
  signal.addEventListener('abort', ring)
  while (!signal.aborted) {
    try {
      if ((await round(bell)) !== true) await bell.wait(pollMs)
    } catch (error) {
      log.error({ err: error }, failed)
      await bell.wait(OUTAGE_PAUSE_MS)
    }
  }
  signal.removeEventListener('abort', ring)
  stopListening()
}
