// Waiting in tests and experiments: for a fact, never for a time, and never forever.

import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 10

/** until asks again and again and gives the first result that is not a no; after the limit it fails and says what was hoped for. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  limitMs = 30_000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + limitMs
  for (;;) {
    const result = await ask()
    if (result) return result as Exclude<T, false | null | undefined>
    if (performance.now() > end) throw new Error(`not within ${limitMs / 1000} s: ${what}`)
    await sleep(PAUSE_MS)
  }
}
