// Transactions that share a commit. A save takes longer to send, to wake the server for and to commit than to run, and the
// event loop is what many creates at once wait for. So those that come while others are under way become one transaction:
// their statements travel together, on one connection, and what they changed is one row for the other nodes.
// With 32 clients a create costs a third less by it, service and database alike (docs/speed.md).
//
// They run beside each other and not one after another, so a savepoint can't undo one of them. When one fails, all are rolled
// back and each is run again by itself: what it hears is then its own. For the same reason locks don't keep them apart. Only
// work that adds rows may share: two changes of one document in one transaction would both find the version before.

import type { Tx } from '../tx.ts'

/** Two at once: the server works on one while the event loop is busy with the other. */
const MOST_UNDER_WAY = 2
const MOST_SHARING = 16
/** One that takes longer than this, for a lock or a slow disk, is not waited for. */
const LONG_MS = 100

type SharedWork = (tx: Tx) => Promise<unknown>
type Sharer = { work: SharedWork; resolve: (value: unknown) => void; reject: (error: unknown) => void }

export class Sharing {
  readonly #together: (works: SharedWork[]) => Promise<unknown[]>
  readonly #alone: (work: SharedWork) => Promise<unknown>
  readonly #outageOf: (error: unknown) => unknown
  readonly #queue: Sharer[] = []
  #underWay = 0

  /** outageOf gives what all have to hear of an error of `together`, or undefined where all was rolled back and may run again. */
  constructor(rules: {
    together: (works: SharedWork[]) => Promise<unknown[]>
    alone: (work: SharedWork) => Promise<unknown>
    outageOf: (error: unknown) => unknown
  }) {
    this.#together = rules.together
    this.#alone = rules.alone
    this.#outageOf = rules.outageOf
  }

  get waiting(): number {
    return this.#queue.length
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject })
      this.#next()
    }) as Promise<T>
  }

  #next(): void {
    if (this.#underWay < MOST_UNDER_WAY && this.#queue.length > 0) void this.#share(this.#queue.splice(0, MOST_SHARING))
  }

  async #share(sharers: Sharer[]): Promise<void> {
    this.#underWay++
    let counts = true
    const leave = () => {
      if (!counts) return
      counts = false
      clearTimeout(timer)
      this.#underWay--
      this.#next()
    }
    const timer = setTimeout(leave, LONG_MS)
    await (sharers.length === 1 ? this.#each(sharers) : this.#all(sharers))
    leave()
  }

  async #all(sharers: Sharer[]): Promise<void> {
    try {
      const values = await this.#together(sharers.map(({ work }) => work))
      for (const [nth, { resolve }] of sharers.entries()) resolve(values[nth])
    } catch (error) {
      const outage = this.#outageOf(error)
      if (outage === undefined) await this.#each(sharers)
      else for (const { reject } of sharers) reject(outage)
    }
  }

  async #each(sharers: Sharer[]): Promise<void> {
    await Promise.all(sharers.map(({ work, resolve, reject }) => this.#alone(work).then(resolve, reject)))
  }
}
