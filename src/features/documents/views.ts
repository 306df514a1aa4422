// Counting who reads what: in memory at each read, written in one transaction a second, so that no read waits for a write
// and at most a second of counts can be lost. Never touches a freshness counter: views change no cached answer.

import type { Deps } from '../../deps.ts'
import { dayOf, SECOND } from '../../time.ts'
import { addViews, listExisting } from './views-store.ts'

export class ViewCounter {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>
  #counts = new Map<number, number>()
  #day = ''
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  count(documentId: number): void {
    const day = dayOf(this.#deps.clock.now())
    if (day !== this.#day) {
      if (this.#counts.size > 0) void this.flush()
      this.#day = day
    }
    this.#counts.set(documentId, (this.#counts.get(documentId) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush(), SECOND).unref()
  }

  /** flush writes what was counted so far; what can't be written now is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [counts, day] = [this.#counts, this.#day]
    this.#counts = new Map()
    if (counts.size > 0) this.#flushing = this.#flushing.then(() => this.#write(counts, day))
    return this.#flushing
  }

  async #write(counts: Map<number, number>, day: string): Promise<void> {
    try {
      await this.#deps.db.inTransaction(async (tx) => {
        const existing = await listExisting(tx, [...counts.keys()])
        await addViews(
          tx,
          day,
          existing.map((id) => ({ id, views: counts.get(id)! })),
        )
      })
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'views were not written and are kept for the next second')
      for (const [id, views] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0) + views)
    }
  }

  /** close writes what is left; called once, before the database closes. */
  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }
}
