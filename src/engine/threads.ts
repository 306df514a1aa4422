// Threads beside the event loop, for work that would hold it up. A pool of them runs the exported functions of one file by
// name; what goes in and comes out is copied, and text is copied fastest. Knows nothing of what the functions do.

import { Piscina } from 'piscina'
import { unavailable } from '#errors.ts'
import { SECOND } from '#time.ts'

const MOST_THREADS = 2
/** A thread costs some forty megabytes: it begins with the first task and ends when there has been none for a while. */
const IDLE_MS = 30 * SECOND
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** A task waits no longer than this for the ones before it. */
const LONGEST_TURN_MS = 30 * SECOND
const RETRY_SECONDS = 10

/** TookTooLong: the task was given up because of its time or memory, and its thread with it. */
export class TookTooLong extends Error {}

export class Threads {
  readonly #file: URL
  #pool: Piscina | undefined
  #running = 0
  readonly #waiting = new Set<() => void>()

  constructor(file: URL) {
    this.#file = file
  }

  /** run calls a function of the file in a thread of its own. Tasks beyond the number of threads wait; their time is not counted. */
  async run<T>(name: string, input: unknown, withinMs: number): Promise<T> {
    if (this.#running === MOST_THREADS) await this.#turn()
    else this.#running++
    try {
      return await this.#runNow<T>(name, input, withinMs)
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#running--
    }
  }

  /** turn resolves when a task that ends hands over its thread. */
  #turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = setTimeout(
      () => end(() => reject(unavailable('Too many long texts are being processed; try again soon', RETRY_SECONDS))),
      LONGEST_TURN_MS,
    )
    const begin = () => end(resolve)
    const end = (settle: () => void) => {
      clearTimeout(giveUp)
      this.#waiting.delete(begin)
      settle()
    }
    this.#waiting.add(begin)
    return promise
  }

  async #runNow<T>(name: string, input: unknown, withinMs: number): Promise<T> {
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
