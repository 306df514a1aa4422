// Waiting in tests and experiments: for a fact, never for a time, and never forever.

import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 10

/** until asks again and again and gives the first result that is not a no; after the limit it fails and says what was hoped for.
 * An `ask` that never settles is given as long, and fails the same way. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  limitMs = 90_000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + limitMs
  for (;;) {
    const result = await settled(what, ask(), limitMs)
    if (result) return result as Exclude<T, false | null | undefined>
    if (performance.now() > end) throw tooLate(what, limitMs)
    await sleep(PAUSE_MS)
  }
}

/** settled is the promise itself, unless it takes longer than the limit. */
export async function settled<T>(what: string, promise: T | Promise<T>, limitMs = 30_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(what, limitMs)), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (what: string, limitMs: number): Error => new Error(`not within ${limitMs / 1000} s: ${what}`)
