// How nodes that share a database stay within one limit: once a second each of them reads what the others may let pass,
// takes its part of what is left, and writes that down before it uses it. So all together never pass the limit by more
// than what a node that just joined has not heard of, and a node that is cut off lives on what it was given. The plain way,
// one upsert per request, makes a cached list cost 427 instead of 268 µs in the service, and as much again in the database.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, skewOf, type Tx } from '#engine/db/db.ts'
import {
  countNodesSeen,
  deleteCountsBefore,
  deleteNode,
  type RateCount,
  sumCountsOfOthers,
  writeCounts,
  writeHeartbeat,
} from '#engine/db/rate-counts.ts'
import { type Count, fading, type RateLimits, sliceOf, WINDOW_MS } from './rate-limits.ts'

const SETTLE_MS = 1_000
const NODE_ALIVE_MS = 5_000
/** Just after a slice began, some node may not yet have written its last count of the one before. */
const LATE_MS = 2 * SETTLE_MS
/** A node that saw nothing of a key since it last settled keeps only a small part of it ready. */
const IDLE_PART = 8
/** Old counts go a few at a time: all nodes wait for the one that settles. */
const MOST_DELETED = 5_000

/** OthersCount is what the others wrote of one key in one slice, and how many of them did. */
type OthersCount = { total: number; nodes: number }
type Share = Pick<Count, 'cap' | 'others' | 'assumed' | 'othersPrevious' | 'expected'>
type Settlement = { shares: { count: Count; share: Share }[]; rows: RateCount[] }

const nameOf = (slice: number, key: string): string => `${slice} ${key}`

/** othersBefore is what the other nodes let pass in the last slice: at first perhaps more than they have written yet. */
const othersBefore = (count: Count, written: number, now: number): number =>
  now % WINDOW_MS < LATE_MS ? Math.max(written, count.othersPrevious) : written

type KeyState = { limit: number; here: OthersCount | undefined; othersPrevious: number; isIdle: boolean; nodes: number }

/** shareOf works out how much of a key this node may use until it settles again. */
function shareOf(count: Count, { limit, here, othersPrevious, isIdle, nodes }: KeyState, now: number): Share {
  const window = limit - fading({ ...count, othersPrevious }, now)
  const silent = Math.max(0, nodes - 1 - (here?.nodes ?? 0))
  const assumed = Math.max(0, (silent * window) / nodes)
  const others = (here?.total ?? 0) + assumed
  const left = Math.max(0, window - count.current - others)
  const part = Math.floor(left / (isIdle ? nodes * IDLE_PART : nodes))
  // A node that had to send a client away gets even the last of it.
  const cap = count.current + Math.max(part, count.expected > 0 && left >= 1 ? 1 : 0)
  return { cap, others, assumed, othersPrevious, expected: Math.max(0, count.expected - 1) }
}

export class RateSettling {
  readonly #limits: RateLimits
  readonly #limitOf: (key: string) => number
  readonly #db: Db
  readonly #node: string
  readonly #now: () => number
  /** #seen is each key's count when it was last settled, #written what is in the database. */
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

  /** start returns when the other nodes have had the time to see this one. */
  async start(): Promise<void> {
    await this.#maintenance()
    if (this.#limits.nodes > 1) await sleep(SETTLE_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    if (!this.#db.dialect.manyNodes) return
    await this.#db.inTransaction((tx) => deleteNode(tx, this.#node)).catch(() => {})
  }

  async #maintenance(): Promise<void> {
    try {
      this.#limits.forget(this.#now())
      if (this.#db.dialect.manyNodes) await this.settle()
    } catch {
      // The database is away: this node goes on with the part that it was given.
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#maintenance(), SETTLE_MS).unref()
  }

  async settle(): Promise<void> {
    const now = this.#now()
    const slice = sliceOf(now)
    const { shares, rows, nodes } = await this.#db.inTransaction(async (tx) => {
      await this.#db.dialect.lock(tx, 'rate limits')
      await writeHeartbeat(tx, this.#node, now, skewOf(this.#db))
      const nodes = Math.max(1, await countNodesSeen(tx, now - NODE_ALIVE_MS))
      const heard = await this.#hear(tx, slice)
      this.#limits.nodes = Math.max(this.#limits.nodes, nodes)
      const keys = this.#keysOf(heard, slice)
      const plan = this.#divide(keys, heard, nodes, now)
      this.#tidy(slice, keys)
      await writeCounts(tx, plan.rows)
      if (slice % 5 === 0) await deleteCountsBefore(tx, slice - 1, MOST_DELETED)
      return { ...plan, nodes }
    })
    this.#limits.nodes = nodes
    for (const { count, share } of shares) if (count.slice === slice) Object.assign(count, share)
    for (const row of rows) this.#written.set(nameOf(row.slice, row.key), row.count)
  }

  async #hear(tx: Tx, slice: number): Promise<Map<string, OthersCount>> {
    const sums = await sumCountsOfOthers(tx, this.#node, slice - 1)
    return new Map(sums.map((sum) => [nameOf(sum.slice, sum.key), sum]))
  }

  /** #divide computes every key's share and the rows that announce it to the other nodes; settle applies the shares. */
  #divide(keys: Set<string>, heard: Map<string, OthersCount>, nodes: number, now: number): Settlement {
    const slice = sliceOf(now)
    const plan: Settlement = { shares: [], rows: [] }
    for (const key of keys) {
      const limit = this.#limitOf(key)
      if (limit === 0) continue
      const count = this.#limits.countOf(key, limit, now)
      this.#note(plan.rows, key, slice - 1, count.previous, 0)
      const here = heard.get(nameOf(slice, key))
      const othersPrevious = othersBefore(count, heard.get(nameOf(slice - 1, key))?.total ?? 0, now)
      if (count.current === 0 && here === undefined) {
        count.othersPrevious = othersPrevious
        continue
      }
      const isIdle = count.expected === 0 && count.current === (this.#seen.get(key) ?? 0)
      this.#seen.set(key, count.current)
      const share = shareOf(count, { limit, here, othersPrevious, isIdle, nodes }, now)
      // Until the cap is written, nobody knows of it: a smaller one holds at once, a larger one after the commit.
      if (nodes > 1) count.cap = Math.floor(Math.min(share.cap, this.#limits.capOf(count, limit, now)))
      plan.shares.push({ count, share: nodes > 1 ? share : { ...share, cap: -1 } })
      // A cap of 0 is news as well: a node that says nothing is assumed to use all that it may.
      this.#note(plan.rows, key, slice, nodes > 1 ? share.cap : count.current, -1)
    }
    return plan
  }

  /** #keysOf is every key that was counted here, or elsewhere in this slice. */
  #keysOf(heard: Map<string, OthersCount>, slice: number): Set<string> {
    const prefix = nameOf(slice, '')
    const elsewhere = [...heard.keys()].filter((name) => name.startsWith(prefix))
    return new Set([...this.#limits.counts.keys(), ...elsewhere.map((name) => name.slice(prefix.length))])
  }

  #note(rows: RateCount[], key: string, slice: number, count: number, unwritten: number): void {
    const written = this.#written.get(nameOf(slice, key)) ?? unwritten
    if (written !== count) rows.push({ key, node: this.#node, slice, count })
  }

  #tidy(slice: number, keys: Set<string>): void {
    for (const name of this.#written.keys()) if (Number.parseInt(name, 10) < slice - 1) this.#written.delete(name)
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key)
  }
}
