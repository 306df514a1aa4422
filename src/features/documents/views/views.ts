// Counting who reads what: in memory at each read, written in one transaction per second, so that no read waits for a write
// and at most a second of counts can be lost. Never raises a counter: views make no cached response stale.

import type { Deps } from '#deps.ts'
import { dayOf, SECOND } from '#time.ts'
import { addViews, listExisting } from './store.ts'

/** While nothing can be written, at most this many documents per day are counted: an outage must not fill the memory. */
const MOST_DOCUMENTS = 100_000
const MOST_DAYS = 2

type Counts = Map<number, number>

export class ViewCounter {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>
  readonly #most: number
  #days = new Map<string, Counts>()
  #timer: NodeJS.Timeout | undefined
  #isWriting = false
  #flushing: Promise<void> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>, most = MOST_DOCUMENTS) {
    this.#deps = deps
    this.#most = most
  }

  count(documentId: number): void {
    this.#add(dayOf(this.#deps.clock.now()), documentId, 1)
    this.#soon()
  }

  #add(day: string, documentId: number, views: number): void {
    const counts = this.#days.get(day) ?? new Map<number, number>()
    this.#days.set(day, counts)
    const before = counts.get(documentId)
    if (before !== undefined || counts.size < this.#most) counts.set(documentId, (before ?? 0) + views)
  }

  #soon(): void {
    if (!this.#isWriting) this.#timer ??= setTimeout(() => void this.flush(), SECOND).unref()
  }

  /** flush writes what was counted so far; what can't be written now is tried again a second later. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async #write(): Promise<void> {
    if (this.#days.size === 0) return
    const days = this.#days
    this.#days = new Map()
    this.#isWriting = true
    try {
      for (const [day, counts] of days) {
        await this.#writeDay(day, counts)
        days.delete(day)
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'views were not written and are kept for the next second')
      this.#keep(days)
    }
    this.#isWriting = false
    if (this.#days.size > 0) this.#soon()
  }

  #writeDay(day: string, counts: Counts): Promise<void> {
    return this.#deps.db.inTransaction(async (tx) => {
      const existing = await listExisting(tx, [...counts.keys()])
      const counted = existing.map((id) => ({ id, views: counts.get(id)! }))
      await addViews(tx, day, counted)
    })
  }

  /** keep adds what could not be written to what was counted meanwhile. */
  #keep(unwritten: Map<string, Counts>): void {
    for (const [day, counts] of unwritten) for (const [id, views] of counts) this.#add(day, id, views)
    for (const day of [...this.#days.keys()].sort().slice(0, -MOST_DAYS)) this.#days.delete(day)
  }

  /** close writes what is left; called once, before the database closes. */
  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }
}
