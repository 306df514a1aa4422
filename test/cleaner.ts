// How tests and scripts tidy up after themselves: what was made last is undone first.

import { after } from 'node:test'

/** Cleaner is what makers ask for: the context of a test, or one of those below. */
export type Cleaner = { after: (run: () => unknown) => void }

/** scriptCleaner cleans up when its script says so. */
export function scriptCleaner(): Cleaner & { clean: () => Promise<void> } {
  const runs: (() => unknown)[] = []
  /** One that fails keeps none of the others from running. */
  const clean = async () => {
    const failures: unknown[] = []
    for (const run of runs.reverse()) await Promise.try(run).catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  return { after: (run) => void runs.push(run), clean }
}

/** suiteCleaner cleans up after the last test of the suite it is called in. */
export function suiteCleaner(): Cleaner {
  const cleaner = scriptCleaner()
  after(cleaner.clean)
  return cleaner
}

const cleaners = new WeakMap<Cleaner, Cleaner>()

/** lastFirst turns the order of a test's own hooks, which run as they were given: folders before their users. */
export function lastFirst(t: Cleaner): Cleaner {
  const existing = cleaners.get(t)
  if (existing) return existing
  const cleaner = scriptCleaner()
  t.after(cleaner.clean)
  cleaners.set(t, cleaner)
  return cleaner
}
