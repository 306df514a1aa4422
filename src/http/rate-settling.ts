// How nodes that share a database stay within one limit: once a second each of them reads what the others may let pass,
// takes its part of what is left, and writes that down before it uses it. So all together never pass the limit by more
// than what a node that just joined has not heard of, and a node that is cut off lives on what it was given.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../engine/db/db.ts'
import { type Count, fading, type RateLimits, sliceOf, WINDOW_MS } from './rate-limits.ts'

const SETTLE_MS = 1_000
const NODE_ALIVE_MS = 5_000
/** Just after a slice began, some node may not have written its last count of the one before. */
const LATE_MS = 2 * SETTLE_MS
const ROWS_A_STATEMENT = 500
/** A node that saw nothing of a key since it last settled keeps only a small part of it ready. */
const IDLE_PART = 8

type Row = { key: string; node: string; slice: number; count: number }
type Heard = { total: number; nodes: number }
type Plan = { count: Count } & Pick<Count, 'cap' | 'others' | 'assumed' | 'othersPrevious' | 'expected'>

export class RateSettling {
  readonly #limits: RateLimits
  readonly #limitOf: (key: string) => number
  readonly #db: Db
  readonly #node: string
  readonly #now: () => number
  /** #seen is each key's count when it was last settled, #written what stands in the database. */
  readonly #seen = new Map<string, number>()
  readonly #written = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(limits: RateLimits, limitOf: (key: string) => number, db: Db, node: string, now: () => number) {
    this.#limits = limits
    this.#limitOf = limitOf
    this.#db = db
    this.#node = node
    this.#now = now
  }

  /** start returns when the other nodes have had the time to hear of this one. */
  async start(): Promise<void> {
    await this.#upkeep()
    if (this.#limits.nodes > 1) await sleep(SETTLE_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    if (!this.#db.dialect.manyNodes) return
    await this.#db
      .inTransaction((tx) => tx.deleteFrom('nodes').where('name', '=', this.#node).execute())
      .catch(() => {})
  }

  async #upkeep(): Promise<void> {
    try {
      this.#limits.forget(this.#now())
      if (this.#db.dialect.manyNodes) await this.settle()
    } catch {
      // The database is away: this node goes on with the part that it was given.
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#upkeep(), SETTLE_MS).unref()
  }

  async settle(): Promise<void> {
    const now = this.#now()
    const { plans, rows, nodes } = await this.#db.inTransaction(async (tx) => {
      await this.#db.dialect.lock(tx, 'rate limits')
      const nodes = await this.#showUp(tx, now)
      const heard = await this.#hear(tx, sliceOf(now))
      this.#limits.nodes = Math.max(this.#limits.nodes, nodes)
      const { plans, rows } = this.#plan(heard, nodes, now)
      await this.#write(tx, rows, sliceOf(now))
      return { plans, rows, nodes }
    })
    this.#limits.nodes = nodes
    for (const { count, ...settled } of plans) if (count.slice === sliceOf(now)) Object.assign(count, settled)
    for (const row of rows) this.#written.set(`${row.slice} ${row.key}`, row.count)
  }

  async #showUp(tx: Tx, now: number): Promise<number> {
    await tx
      .insertInto('nodes')
      .values({ name: this.#node, heartbeat_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ heartbeat_at: now }))
      .execute()
    const alive = await tx
      .selectFrom('nodes')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('heartbeat_at', '>', now - NODE_ALIVE_MS)
      .executeTakeFirstOrThrow()
    return Math.max(1, Number(alive.total))
  }

  async #hear(tx: Tx, slice: number): Promise<Map<string, Heard>> {
    const rows = await tx
      .selectFrom('rate_counts')
      .select(({ fn }) => ['key', 'slice', fn.sum<number>('count').as('total'), fn.countAll<number>().as('nodes')])
      .where('node', '<>', this.#node)
      .where('slice', '>=', slice - 1)
      .groupBy(['key', 'slice'])
      .execute()
    return new Map(
      rows.map((row) => [`${row.slice} ${row.key}`, { total: Number(row.total), nodes: Number(row.nodes) }]),
    )
  }

  #plan(heard: Map<string, Heard>, nodes: number, now: number): { plans: Plan[]; rows: Row[] } {
    const slice = sliceOf(now)
    const plans: Plan[] = []
    const rows: Row[] = []
    const keys = new Set(this.#limits.counts.keys())
    for (const name of heard.keys()) if (name.startsWith(`${slice} `)) keys.add(name.slice(`${slice} `.length))
    for (const key of keys) {
      const limit = this.#limitOf(key)
      if (limit === 0) continue
      const count = this.#limits.countOf(key, limit, now)
      const here = heard.get(`${slice} ${key}`)
      const before = heard.get(`${slice - 1} ${key}`)?.total ?? 0
      const isLate = now % WINDOW_MS < LATE_MS
      const othersPrevious = isLate ? Math.max(before, count.othersPrevious) : before
      this.#note(rows, key, slice - 1, count.previous, 0)
      if (count.current === 0 && here === undefined) {
        count.othersPrevious = othersPrevious
        continue
      }
      const window = limit - fading({ ...count, othersPrevious }, now)
      const silent = Math.max(0, nodes - 1 - (here?.nodes ?? 0))
      const assumed = Math.max(0, (silent * window) / nodes)
      const others = (here?.total ?? 0) + assumed
      const left = Math.max(0, window - count.current - others)
      const isIdle = count.expected === 0 && count.current === (this.#seen.get(key) ?? 0)
      const part = Math.floor(left / (isIdle ? nodes * IDLE_PART : nodes))
      // Whoever had to send someone away gets the last of it, too.
      const cap = count.current + Math.max(part, count.expected > 0 && left >= 1 ? 1 : 0)
      this.#seen.set(key, count.current)
      // Until the cap is written, nobody knows of it: a smaller one holds at once, a larger one after the commit.
      if (nodes > 1) count.cap = Math.floor(Math.min(cap, this.#limits.capOf(count, limit, now)))
      plans.push({
        count,
        cap: nodes > 1 ? cap : -1,
        others,
        assumed,
        othersPrevious,
        expected: Math.max(0, count.expected - 1),
      })
      // A cap of 0 is news as well: who says nothing is taken to use all that it may.
      this.#note(rows, key, slice, nodes > 1 ? cap : count.current, -1)
    }
    this.#tidy(slice, keys)
    return { plans, rows }
  }

  #note(rows: Row[], key: string, slice: number, count: number, unwritten: number): void {
    const known = this.#written.get(`${slice} ${key}`) ?? unwritten
    if (known !== count) rows.push({ key, node: this.#node, slice, count })
  }

  #tidy(slice: number, keys: Set<string>): void {
    for (const name of this.#written.keys()) if (Number.parseInt(name, 10) < slice - 1) this.#written.delete(name)
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key)
  }

  async #write(tx: Tx, rows: Row[], slice: number): Promise<void> {
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
  }
}
