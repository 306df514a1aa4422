// What has changed, as one process knows it: every transaction names what it changed by tags, and whatever is cached names
// the tags that it rests on. A cached thing is stale as soon as one of its tags has changed since it was read, so a write
// invalidates what it changed and nothing else. Both engines feed this from the table `changes`.
//
// Glossary
//   tag      a name for something that can change; the engine knows no meaning (changes.ts in src has the vocabulary)
//   moment   the number of the newest change known here; take it before reading what will be cached
//   horizon  changes up to this moment are forgotten: what is older than it can't be told apart and counts as stale

import { sql } from 'kysely'
import type { Query } from './tx.ts'

/** EVERYTHING stands for a change too wide to name: it makes all that is cached stale. */
export const EVERYTHING = '*'

/** A tag costs some 100 bytes. Beyond this many, the tags that changed longest ago are forgotten. */
const MOST_TAGS = 50_000

export class ChangeLog {
  /** When each tag changed last, the newest last: a tag that changes again moves to the end. */
  readonly #changedAt = new Map<string, number>()
  #moment = 1
  #horizon = 0

  get moment(): number {
    return this.#moment
  }

  learn(tags: Iterable<string>): void {
    this.#moment++
    for (const tag of tags) {
      if (tag === EVERYTHING) this.forget()
      this.#changedAt.delete(tag)
      this.#changedAt.set(tag, this.#moment)
    }
    for (const [tag, moment] of this.#changedAt) {
      if (this.#changedAt.size <= MOST_TAGS) break
      this.#changedAt.delete(tag)
      this.#horizon = moment
    }
  }

  /** forget is for when changes may have been missed. */
  forget(): void {
    this.#changedAt.clear()
    this.#horizon = ++this.#moment
  }

  isCurrent(moment: number, tags: readonly string[]): boolean {
    if (moment < this.#horizon) return false
    for (const tag of tags) if ((this.#changedAt.get(tag) ?? 0) > moment) return false
    return true
  }
}

/** A transaction that changed more than this names nothing: all that is cached would be stale anyway. */
const MOST_NAMED = 2_000

/** writtenTags is how tags stand in the table, each between spaces, so that one can be looked for. */
export const writtenTags = (tags: ReadonlySet<string>): string =>
  tags.size > MOST_NAMED ? ` ${EVERYTHING} ` : ` ${[...tags].join(' ')} `

export const readTags = (written: string): string[] => written.trim().split(' ')

/** findNewestChange looks for one of the tags among the changes after an id, and returns that id when there is none. */
export async function findNewestChange(query: Query, tags: readonly string[], after: number): Promise<number> {
  const isNamed = [...tags, EVERYTHING].map((tag) => sql<boolean>`tags like ${`% ${tag} %`}`)
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from changes
    where id > ${after} and (${sql.join(isNamed, sql` or `)})`.execute(query)
  return Number(rows[0]?.id ?? after)
}
