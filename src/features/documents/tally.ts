// Counts frequent events in memory and writes them together a moment later: nobody waits for a write, and a flood of requests
// is one transaction a second. Counts don't invalidate cached responses. A failed write is retried; at most `most` distinct
// keys are kept, because an outage must not fill the memory; a crash loses what was counted since the last write.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { SECOND } from '#time.ts'

export type TallyDeps = Deps
/** `of` names in the log what is counted. */
type TallyOptions = { of: string; most: number; everyMs?: number }

export abstract class Tally<Key> {
  protected readonly deps: TallyDeps
  readonly #options: TallyOptions
  #counts = new Map<Key, number>()
  #timer: NodeJS.Timeout | undefined
  #isWriting = false
  #flushing: Promise<void> = Promise.resolve()

  constructor(deps: TallyDeps, options: TallyOptions) {
    this.deps = deps
    this.#options = options
  }

  /** Writes rows in a fixed order, so that two nodes can't deadlock. */
  protected abstract write(tx: Tx, counts: ReadonlyMap<Key, number>): Promise<void>

  protected add(key: Key, times = 1): void {
    const before = this.#counts.get(key)
    if (before === undefined && this.#counts.size >= this.#options.most) return
    this.#counts.set(key, (before ?? 0) + times)
    this.#soon()
  }

  #soon(): void {
    if (!this.#isWriting) this.#timer ??= setTimeout(() => void this.flush(), this.#options.everyMs ?? SECOND).unref()
  }

  /** Writes everything counted so far, after a write in progress. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#flushing.then(() => this.#writeAll())
    return this.#flushing
  }

  async #writeAll(): Promise<void> {
    if (this.#counts.size === 0) return
    const counts = this.#counts
    this.#counts = new Map()
    this.#isWriting = true
    try {
      await this.deps.db.inTransaction((tx) => this.write(tx, counts))
    } catch (error) {
      this.deps.log.warn({ err: error }, `${this.#options.of} were not written and are kept for the next time`)
      // Older counts first; newer ones get the remaining room.
      const meanwhile = this.#counts
      this.#counts = counts
      for (const [key, times] of meanwhile) this.add(key, times)
    }
    this.#isWriting = false
    if (this.#counts.size > 0) this.#soon()
  }

  /** Writes the rest; called once, before the database closes. */
  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }
}
