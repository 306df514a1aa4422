// Several test files in one process, each a suite of its own name: loading the app takes 1.7 s of CPU, which 200 processes
// would spend 200 times. scripts/test.ts writes the entry files that call this; a file that is run alone does without it.

import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Cleaner, scriptCleaner } from './cleaner.ts'

let cleaner: Cleaner | undefined

/** processCleaner cleans up after the last file of this process; undefined where a test file runs alone. */
export const processCleaner = (): Cleaner | undefined => cleaner

/** runTogether runs files one after another. A suite waits for its import, so a file's own hooks stay its own. */
export function runTogether(files: Record<string, string>): void {
  const made = scriptCleaner()
  after(made.clean)
  cleaner = made
  for (const [name, path] of Object.entries(files))
    describe(name, () => import(pathToFileURL(path).href) as Promise<void>)
}
