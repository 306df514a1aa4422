// Work on a text in a thread beside the event loop (engine/threads.ts), given up after a while. The functions that can be run
// there are the exports of src/thread-tasks.ts.

import type { Deps } from '#deps.ts'
import { TookTooLong } from '#engine/threads.ts'
import { invalidValue } from '#errors.ts'
import type { Loc } from '#issues.ts'
import { SECOND } from '#time.ts'

const LONGEST_MS = 20 * SECOND

/** runAside refuses what takes too long, naming where the text is in the request. */
export async function runAside<T>(threads: Deps['threads'], name: string, text: string, loc: Loc): Promise<T> {
  try {
    return await threads.run<T>(name, text, LONGEST_MS)
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    throw invalidValue(loc, 'this takes too long to read; send it in parts', null)
  }
}
