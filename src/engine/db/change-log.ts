// The changes that a process knows of: triggers record the tags that a transaction changed, and cached values record
// the tags that they depend on. A cached value is stale as soon as one of its tags has changed since it was read, so a write
// invalidates what it changed and nothing else. Both engines feed this from the table `changes`.
//
// Glossary
//   tag      a name for something that can change (changes.ts in src has the vocabulary)
//   sequence the number of the newest change known here; take it before reading what will be cached
//   horizon  changes up to this sequence are forgotten: what is older than it can't be told apart and counts as stale

import { sql } from 'kysely'
import type { Query } from './tx.ts'

/** A tag takes some 100 bytes. At this number, tags without a change since the previous eviction are evicted. */
const MOST_TAGS = 25_000

export class ChangeLog {
  // The last change of each tag. Tags are never deleted one by one: V8's Map keeps an entry for each deleted key,
  // and a tag that every save deletes and adds again makes learn take 180 µs instead of 10.
  #changedAt = new Map<string, number>()
  #changedBefore = new Map<string, number>()
  #sequence = 1
  #horizon = 0
  #newestBefore = 0

  get sequence(): number {
    return this.#sequence
  }

  learn(tags: Iterable<string>): void {
    this.#sequence++
    for (const tag of tags) this.#changedAt.set(tag, this.#sequence)
    if (this.#changedAt.size > MOST_TAGS) this.#forgetOldest()
  }

  #forgetOldest(): void {
    this.#horizon = Math.max(this.#horizon, this.#newestBefore)
    this.#newestBefore = this.#sequence
    this.#changedBefore = this.#changedAt
    this.#changedAt = new Map()
  }

  /** Forgets everything, for when changes may have been missed. */
  forget(): void {
    this.#changedAt.clear()
    this.#changedBefore.clear()
    this.#horizon = ++this.#sequence
  }

  isCurrent(sequence: number, tags: readonly string[]): boolean {
    if (sequence < this.#horizon) return false
    // Nearly all sequences are newer than the last eviction, and then evicted tags don't matter.
    const mayBeBefore = sequence < this.#newestBefore
    for (const tag of tags) {
      if ((this.#changedAt.get(tag) ?? 0) > sequence) return false
      if (mayBeBefore && (this.#changedBefore.get(tag) ?? 0) > sequence) return false
    }
    return true
  }
}

/** In the table each tag is surrounded by spaces, so that LIKE can find one. */
export const readTags = (written: string): string[] => written.trim().split(' ')

/** The newest change with one of the tags after an id, or that id if there is none. */
export async function findNewestChange(query: Query, tags: readonly string[], after: number): Promise<number> {
  const isNamed = tags.map((tag) => sql<boolean>`tags like ${`% ${tag} %`}`)
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from changes
    where id > ${after} and (${sql.join(isNamed, sql` or `)})`.execute(query)
  return Number(rows[0]?.id ?? after)
}
