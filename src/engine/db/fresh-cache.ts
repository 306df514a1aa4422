// What was made from the database, kept for as long as nothing that it rests on has changed (change-log.ts). Those who ask
// for the same while it is being made share it, unless something that it shows has changed between its begin and their asking.

import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

/** Fresh is a value as it is kept; stale when one of its tags changed after the sequence, or it was made under another stamp. */
export type Fresh<Value> = { value: Value; sequence: number; tags: readonly string[]; stamp: string }

/** FreshValue is what a maker returns. Without tags, or with `keep: false`, it is for those who asked and is not kept. */
type FreshValue<Value> = { value: Value; tags: readonly string[]; keep?: boolean }

/** A Maker is given what was kept until now, stale as it is. */
type Maker<Value> = (stale: Fresh<Value> | undefined) => Promise<FreshValue<Value>>

type ManyOf<Item, Value> = {
  keyOf: (item: Item) => string
  tagsOf: (item: Item) => readonly string[]
  read: (missing: Item[]) => Promise<Iterable<readonly [Item, Value]>>
}

export type FreshOptions = {
  /** Only those of the same `whose` share a value that is being made: access may differ between people and change meanwhile. */
  whose?: string
  /** stamp is what else the value depends on: a minute, a shape of the site. */
  stamp?: string
}

/** Room is how much is kept: so many values, or so many bytes. */
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

  /** get makes no promise when what is kept is current. */
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
      // Whatever was begun meanwhile was begun after it was asked for here: nobody waits for more than two, however fast
      // things change.
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
