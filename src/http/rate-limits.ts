// Rate limits, counted in memory: a sliding window of a minute made of this minute's count and a share of the last one's.
// Where nodes share a database they settle once a second; until then a node grants only its part of what is left, so that
// all nodes together stay within the limit and no request costs a database write.

import type { Db } from '../engine/db/db.ts'

const WINDOW_MS = 60_000
const SETTLE_MS = 1_000
const NODE_ALIVE_MS = 5_000
const ROWS_A_STATEMENT = 500

export type Verdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

type Count = {
  slice: number
  current: number
  previous: number
  othersCurrent: number
  othersPrevious: number
  /** granted counts what this node let pass since it last heard of the others. */
  granted: number
  share: number
  settled: number
}

export class RateLimits {
  readonly #counts = new Map<string, Count>()
  #nodes = 1
  #timer: NodeJS.Timeout | undefined

  /** take counts one request of a key and says whether it may pass; a limit of 0 never stops anyone. */
  take(key: string, limit: number, now: number): Verdict {
    const slice = Math.floor(now / WINDOW_MS)
    const count = this.#countOf(key, slice)
    const elapsed = (now % WINDOW_MS) / WINDOW_MS
    const resetSeconds = Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000)
    if (limit === 0) return { allowed: true, limit, remaining: 0, resetSeconds }

    const used = count.current + count.othersCurrent + (count.previous + count.othersPrevious) * (1 - elapsed)
    const left = limit - used
    const share =
      this.#nodes === 1 ? left : Math.min(left, (count.share < 0 ? limit : count.share) / this.#nodes - count.granted)
    if (share < 1) return { allowed: false, limit, remaining: 0, resetSeconds }
    count.current++
    count.granted++
    return { allowed: true, limit, remaining: Math.max(0, Math.floor(left - 1)), resetSeconds }
  }

  #countOf(key: string, slice: number): Count {
    let count = this.#counts.get(key)
    if (!count) {
      count = { slice, current: 0, previous: 0, othersCurrent: 0, othersPrevious: 0, granted: 0, share: -1, settled: 0 }
      this.#counts.set(key, count)
    } else if (count.slice !== slice) {
      const next = count.slice === slice - 1
      count.previous = next ? count.current : 0
      count.othersPrevious = next ? count.othersCurrent : 0
      count.current = count.othersCurrent = count.settled = 0
      count.slice = slice
    }
    return count
  }

  /** start begins the upkeep: old keys are forgotten, and nodes that share a database tell each other their counts. */
  start(db: Db, node: string, limits: (key: string) => number, now: () => number): void {
    const upkeep = async () => {
      try {
        this.#forget(Math.floor(now() / WINDOW_MS))
        if (db.dialect.manyNodes) await this.#settle(db, node, limits, now())
      } catch {
        // The database is away: every node goes on with what it knows, and its share stays spent.
      }
      this.#timer = setTimeout(upkeep, SETTLE_MS).unref()
    }
    this.#timer = setTimeout(upkeep, SETTLE_MS).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #forget(slice: number): void {
    for (const [key, count] of this.#counts) if (count.slice < slice - 1) this.#counts.delete(key)
  }

  async #settle(db: Db, node: string, limits: (key: string) => number, now: number): Promise<void> {
    const slice = Math.floor(now / WINDOW_MS)
    const news = [...this.#counts].filter(([, count]) => count.slice === slice && count.current !== count.settled)
    const rows = news.map(([key, count]) => ({ key, node, slice, count: count.current }))
    await db.inTransaction(async (tx) => {
      await tx
        .insertInto('nodes')
        .values({ name: node, heartbeat_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ heartbeat_at: now }))
        .execute()
      for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
        await tx
          .insertInto('rate_counts')
          .values(rows.slice(from, from + ROWS_A_STATEMENT))
          .onConflict((conflict) =>
            conflict.columns(['key', 'node', 'slice']).doUpdateSet((eb) => ({ count: eb.ref('excluded.count') })),
          )
          .execute()
      }
      if (slice % 5 === 0)
        await tx
          .deleteFrom('rate_counts')
          .where('slice', '<', slice - 1)
          .execute()
    })
    for (const [index, [, count]] of news.entries()) count.settled = rows[index]!.count

    const alive = await db.read
      .selectFrom('nodes')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('heartbeat_at', '>', now - NODE_ALIVE_MS)
      .executeTakeFirstOrThrow()
    this.#nodes = Math.max(1, Number(alive.total))
    const others = await db.read
      .selectFrom('rate_counts')
      .select(['key', 'slice', ({ fn }) => fn.sum<number>('count').as('total')])
      .where('node', '<>', node)
      .where('slice', '>=', slice - 1)
      .groupBy(['key', 'slice'])
      .execute()
    const heard = new Map(others.map((row) => [`${row.slice} ${row.key}`, Number(row.total)]))
    for (const [key, count] of this.#counts) {
      count.othersCurrent = heard.get(`${count.slice} ${key}`) ?? 0
      count.othersPrevious = heard.get(`${count.slice - 1} ${key}`) ?? 0
      const elapsed = (now % WINDOW_MS) / WINDOW_MS
      const used = count.current + count.othersCurrent + (count.previous + count.othersPrevious) * (1 - elapsed)
      count.share = Math.max(0, limits(key) - used)
      count.granted = 0
    }
  }
}
