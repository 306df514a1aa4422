// Threads beside the event loop, for work that would hold it up. A pool of them runs the exported functions of one file by
// name; what goes in and comes out is copied, and text is copied fastest. Knows nothing of what the functions do.

import { Piscina } from 'piscina'
import { SECOND } from '../time.ts'

const MOST_THREADS = 2
/** A thread costs some forty megabytes: it begins with the first task and ends when there was none for a while. */
const IDLE_MS = 30 * SECOND
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** TookTooLong: the task was given up for its time or its memory, and its thread with it. */
export class TookTooLong extends Error {}

export class Threads {
  readonly #file: URL
  #pool: Piscina | undefined

  constructor(file: URL) {
    this.#file = file
  }

  /** run calls a function of the file in a thread of its own; tasks beyond the number of threads wait for their turn. */
  async run<T>(name: string, input: unknown, withinMs: number): Promise<T> {
    this.#pool ??= new Piscina({
      filename: this.#file.href,
      minThreads: 0,
      maxThreads: MOST_THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
    })
    try {
      return await this.#pool.run(input, { name, signal: AbortSignal.timeout(withinMs) })
    } catch (error) {
      const { name: kind, code } = error as NodeJS.ErrnoException
      if (kind === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TookTooLong()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool?.destroy()
    this.#pool = undefined
  }
}
