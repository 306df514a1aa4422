// A cache of values computed from the database, valid while their tags are unchanged (change-log.ts). Concurrent requests
// share a computation, unless one of its tags changed after it began.

import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

/** A cached value; stale if a tag changed after its sequence, or with another stamp. */
export type Fresh<Value> = { value: Value; sequence: number; tags: readonly string[]; stamp: string }

/** A computed value. Without tags, or with `keep: false`, it isn't cached. */
type FreshValue<Value> = { value: Value; tags: readonly string[]; keep?: boolean }

/** Computes a value; receives the stale one. */
type Maker<Value> = (stale: Fresh<Value> | undefined) => Promise<FreshValue<Value>>

type ManyOf<Item, Value> = {
  keyOf: (item: Item) => string
  tagsOf: (item: Item) => readonly string[]
  read: (missing: Item[]) => Promise<Iterable<readonly [Item, Value]>>
}

export type FreshOptions = {
  /** Computations are shared only within the same `whose`, because access differs between people. */
  whose?: string
  /** Other inputs of the value, such as the current minute. */
  stamp?: string
}

/** Capacity, in values or bytes. */
type Room<Value> = { max: number } | { maxBytes: number; sizeOf: (value: Value, key: string) => number }

export class FreshCache<Value> {
  readonly #db: Pick<Db, 'sequence' | 'isCurrent' | 'confirm'>
  readonly #kept: LRUCache<string, Fresh<Value>>
  readonly #making = new Map<string, Promise<Fresh<Value>>>()

  constructor(db: Pick<Db, 'sequence' | 'isCurrent' | 'confirm'>, room: Room<Value>) {
    this.#db = db
    this.#kept = new LRUCache(
      'max' in room
        ? { max: room.max }
        : { maxSize: room.maxBytes, sizeCalculation: ({ value }, key) => room.sizeOf(value, key) },
    )
  }

  /** Returns a current value synchronously. */
  get(key: string, make: Maker<Value>, { whose = '', stamp = '' }: FreshOptions = {}): Value | Promise<Value> {
    const current = this.#currentOf(key, stamp)
    return current ? current.value : this.#makeOrShare(key, make, whose, stamp)
  }

  /** getMany reads everything missing or stale at once; what `read` leaves out has no value. */
  async getMany<Item>(items: readonly Item[], { keyOf, tagsOf, read }: ManyOf<Item, Value>): Promise<Map<Item, Value>> {
    const sequence = this.#db.sequence()
    const values = new Map<Item, Value>()
    const missing: Item[] = []
    for (const item of items) {
      const current = this.#currentOf(keyOf(item), '')
      if (current) values.set(item, current.value)
      else missing.push(item)
    }
    if (missing.length === 0) return values
    for (const [item, value] of await read(missing)) {
      values.set(item, value)
      if (sequence !== undefined) this.#kept.set(keyOf(item), { value, sequence, tags: tagsOf(item), stamp: '' })
    }
    return values
  }

  #currentOf(key: string, stamp: string): Fresh<Value> | undefined {
    const entry = this.#kept.get(key)
    return entry !== undefined && entry.stamp === stamp && this.#isCurrent(entry) ? entry : undefined
  }

  #isCurrent = ({ sequence, tags }: Fresh<Value>): boolean => this.#db.isCurrent(sequence, tags)

  async #makeOrShare(key: string, make: Maker<Value>, whose: string, stamp: string): Promise<Value> {
    if (this.#db.sequence() === undefined) {
      await this.#db.confirm()
      const current = this.#currentOf(key, stamp)
      if (current) return current.value
    }
    const turn = `${stamp} ${whose} ${key}`
    const asked = this.#db.sequence() ?? Number.POSITIVE_INFINITY
    const begun = this.#making.get(turn)
    if (begun) {
      const shared = await begun
      if (shared.sequence >= asked || this.#isCurrent(shared)) return shared.value
      // A computation started meanwhile is recent enough: a request waits for two at most, however often
      // tags change.
      const next = this.#making.get(turn)
      if (next && next !== begun) return (await next).value
    }
    const making = this.#make(key, make, stamp)
    this.#making.set(turn, making)
    const done = () => {
      if (this.#making.get(turn) === making) this.#making.delete(turn)
    }
    making.then(done, done)
    return (await making).value
  }

  async #make(key: string, make: Maker<Value>, stamp: string): Promise<Fresh<Value>> {
    const sequence = this.#db.sequence()
    const { value, tags, keep = true } = await make(this.#kept.get(key))
    const fresh = { value, sequence: sequence ?? Number.NEGATIVE_INFINITY, tags, stamp }
    if (keep && sequence !== undefined && tags.length > 0) this.#kept.set(key, fresh)
    return fresh
  }
}
