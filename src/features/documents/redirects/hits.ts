// Counting who is led on: in memory at each redirect, written once a second, so that nobody waits for a write and a flood of
// requests for old addresses is one write a second.

import type { Deps } from '#deps.ts'
import { SECOND } from '#time.ts'
import { addHits } from './store.ts'

export class RedirectHits {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>
  #hits = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  count(id: number): void {
    this.#hits.set(id, (this.#hits.get(id) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush(), SECOND).unref()
  }

  /** flush writes what was counted so far; what can't be written is lost, because an outage must not fill the memory. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const hits = this.#hits
    if (hits.size === 0) return
    this.#hits = new Map()
    const { db, clock, log } = this.#deps
    await db
      .inTransaction((tx) => addHits(tx, hits, clock.now()))
      .catch((error: unknown) => log.warn({ err: error }, 'hits of redirects were not written'))
  }
}
