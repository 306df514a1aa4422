// The clock of everything that shares a PostgreSQL: the server's. Leases, due times, expiries and the times on rows come from
// it, so machines whose own clocks differ take no job from each other. Between two looks at the server the time goes on by this
// process's monotonic clock, which nobody sets; what differs is shown as skew.

import { type Kysely, sql } from 'kysely'
import { type Clock, SECOND } from '#time.ts'
import type { Tables } from '../tables.ts'

const LOOK_EVERY_MS = 5 * SECOND

export class PostgresClock implements Clock {
  readonly #query: Kysely<Tables>
  #timer: NodeJS.Timeout | undefined
  /** Offset to the monotonic clock. */
  #offset = Date.now() - performance.now()

  constructor(query: Kysely<Tables>) {
    this.#query = query
  }

  now = (): number => Math.floor(performance.now() + this.#offset)

  /** start returns when the server's time is known. */
  async start(): Promise<void> {
    const { earliest, latest } = await this.#look()
    this.#offset = (earliest + latest) / 2
    this.#timer = setInterval(() => void this.#correct(), LOOK_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Corrects the offset only by as much as is certain, given the response time. */
  async #correct(): Promise<void> {
    try {
      const { earliest, latest } = await this.#look()
      this.#offset = Math.min(Math.max(this.#offset, earliest), latest)
    } catch {
      // The server is unreachable: keep the offset.
    }
  }

  async #look(): Promise<{ earliest: number; latest: number }> {
    const asked = performance.now()
    const { rows } = await sql<{ now: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(this.#query)
    return { earliest: rows[0]!.now - performance.now(), latest: rows[0]!.now - asked }
  }
}
