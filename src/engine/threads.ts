// Threads beside the event loop, for work that would hold it up. A pool of them runs the exported functions of one file by
// name; what goes in and comes out is copied, and text is copied fastest. Knows nothing of what the functions do.

import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { SECOND } from '../time.ts'

/** A thread costs some thirty megabytes: two are enough to keep the event loop free and a second core busy. */
const MOST_THREADS = Math.min(2, availableParallelism())
const IDLE_MS = 30 * SECOND
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256 }

/** TookTooLong: the task was given up for its time or its memory, and its thread with it. */
export class TookTooLong extends Error {}

export class Threads {
  readonly #file: URL
  readonly #data: unknown
  #least = 0
  #pool: Piscina | undefined

  /** Without start a thread begins with its first task and ends when it has had none for a while; each is handed `data`. */
  constructor(file: URL, data: unknown) {
    this.#file = file
    this.#data = data
  }

  /** start has all threads ready, and keeps them: for a service, once it listens. */
  start(): void {
    this.#least = MOST_THREADS
    this.#pool = this.#open()
  }

  get started(): boolean {
    return this.#least > 0
  }

  /** run calls a function of the file in the next free thread; with a limit it throws TookTooLong in the end. */
  async run<T>(name: string, input: unknown, withinMs?: number): Promise<T> {
    this.#pool ??= this.#open()
    if (withinMs === undefined) return this.#pool.run(input, { name })
    try {
      return await this.#pool.run(input, { name, signal: AbortSignal.timeout(withinMs) })
    } catch (error) {
      const { name: kind, code } = error as NodeJS.ErrnoException
      if (kind === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TookTooLong()
      throw error
    }
  }

  #open(): Piscina {
    return new Piscina({
      filename: this.#file.href,
      workerData: this.#data,
      minThreads: this.#least,
      maxThreads: MOST_THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
      atomics: 'disabled',
    })
  }

  async close(): Promise<void> {
    this.#least = 0
    await this.#pool?.destroy()
    this.#pool = undefined
  }
}
