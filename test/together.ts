// Several test files in one process, each a suite of its own name: loading the app takes 1.7 s of CPU, which 200 processes
// would spend 200 times. scripts/test.ts writes the entry files; a file that is run alone does without them.

import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Cleaner, scriptCleaner } from './cleaner.ts'

let cleaner: Cleaner | undefined

/** processCleaner cleans up after the last file of this process; undefined where a test file runs alone. */
export const processCleaner = (): Cleaner | undefined => cleaner

/** entryOf is the source of the file that a process starts with. */
export const entryOf = (files: Record<string, string>): string =>
  `import { runTogether } from '${import.meta.url}'\nawait runTogether(${JSON.stringify(files)})\n`

/**
 * runTogether runs files one after another. A suite waits for its import, so a file's own hooks stay its own. Each is
 * imported when the one before has ended: tests belong to the suite whose import evaluates their file, and of files that
 * wait for the same module with a top-level await, the first one's import would evaluate both.
 */
export async function runTogether(files: Record<string, string>): Promise<void> {
  const made = scriptCleaner()
  after(made.clean)
  cleaner = made
  for (const [name, path] of Object.entries(files))
    await describe(name, () => import(pathToFileURL(path).href) as Promise<void>)
}
