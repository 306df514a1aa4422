// Counting what happens too often to be written each time: in memory, and written together a moment later. So nobody waits for
// a write, and a flood of requests is one transaction a second. Raises no counter: counts make no cached response stale.
// Promises: what can't be written is tried again; at most `most` different things wait, because an outage must not fill the
// memory; a crash loses what was counted since the last write, and nothing else.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { SECOND } from '#time.ts'

export type TallyDeps = Pick<Deps, 'db' | 'clock' | 'log'>
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

  /** write goes through rows in one order, so that two nodes that write at once can't wait for each other. */
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

  /** flush writes what was counted so far, after a write that is under way. */
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
      // First what is older: what was counted meanwhile finds the room that is left.
      const meanwhile = this.#counts
      this.#counts = counts
      for (const [key, times] of meanwhile) this.add(key, times)
    }
    this.#isWriting = false
    if (this.#counts.size > 0) this.#soon()
  }

  /** close writes what is left; called once, before the database closes. */
  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }
}
