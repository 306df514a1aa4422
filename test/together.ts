// Several test files in one process, each a suite of its own name: loading the app takes 1.7 s of CPU, which 200 processes
// would spend 200 times. scripts/test.ts writes the entry files; a file that is run alone does without them.

import { AsyncResource } from 'node:async_hooks'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Cleaner, scriptCleaner } from './cleaner.ts'

let cleaner: Cleaner | undefined

/** processCleaner cleans up after the last file of this process; undefined where a test file runs alone. */
export const processCleaner = (): Cleaner | undefined => cleaner

/** entryOf is the source of the file that a process starts with. */
export const entryOf = (files: Record<string, string>): string =>
  `import { runTogether } from '${import.meta.url}'\nrunTogether(${JSON.stringify(files)})\n`

/**
 * runTogether runs files one after another. A suite waits for its import, so a file's own hooks stay its own. Each import
 * waits for the one before: tests belong to the suite whose import evaluates their file, and of files that wait for the
 * same module with a top-level await, the first one's import would evaluate both.
 */
export function runTogether(files: Record<string, string>): void {
  const fresh = scriptCleaner()
  after(fresh.clean)
  cleaner = fresh
  let before: Promise<unknown> = Promise.resolve()
  for (const [name, path] of Object.entries(files))
    describe(name, () => {
      // Whatever follows a promise runs in the context of that promise, here another suite's.
      const load = AsyncResource.bind(() => import(pathToFileURL(path).href))
      const loaded = before.then(load)
      before = loaded.catch(() => {})
      return loaded
    })
}
