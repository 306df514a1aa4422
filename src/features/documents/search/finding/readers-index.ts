// The search index for one reader: what their kind of reader finds, plus granted documents. All searches, suggestions and
// spelling corrections use this, so that no word of a hidden document is ever used.

import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import type { Beginning, Holding, Readable, SearchIndex, WordQuery } from '#engine/db/search.ts'
import { findTitled } from '../store.ts'
import type { GrantedDocuments, GrantedIndex } from './granted.ts'

export type FindingDeps = Pick<Deps, 'db'> & { granted: GrantedDocuments }

export class ReadersIndex {
  readonly query: Query
  readonly readable: Readable
  readonly #search: SearchIndex
  readonly #granted: GrantedIndex

  private constructor({ db }: FindingDeps, readable: Readable, granted: GrantedIndex) {
    this.query = db.read
    this.readable = readable
    this.#search = db.dialect.search
    this.#granted = granted
  }

  static async open(deps: FindingDeps, readable: Readable): Promise<ReadersIndex> {
    return new ReadersIndex(deps, readable, await deps.granted.of(readable))
  }

  async holders(asked: WordQuery[], holding: Omit<Holding, 'readable'>): Promise<number[][]> {
    if (asked.length === 0) return []
    const open = await this.#search.holders(this.query, asked, { ...holding, readable: this.readable })
    return open.map((ids, nth) => {
      const own = this.#granted.holders(asked[nth]!, holding)
      if (own.length === 0) return ids
      const all = [...new Set([...ids, ...own])].sort((a, b) => (holding.first === 'oldest' ? a - b : b - a))
      return all.slice(0, holding.limit)
    })
  }

  async knownWords(words: string[]): Promise<string[]> {
    const open = new Set(await this.#search.knownWords(this.query, words, this.readable.reach))
    return words.filter((word) => open.has(word) || this.#granted.knows(word))
  }

  async knownPrefixes(beginnings: string[]): Promise<string[]> {
    const open = new Set(await this.#search.knownPrefixes(this.query, beginnings, this.readable.reach))
    return beginnings.filter((beginning) => open.has(beginning) || this.#granted.knowsPrefix(beginning))
  }

  async wordsBeginning(asked: Beginning): Promise<string[]> {
    const open = await this.#search.wordsBeginning(this.query, asked, this.readable.reach)
    const own = this.#granted.wordsBeginning(asked)
    if (own.length === 0) return open
    return [...new Set([...open, ...own])].sort(byLength).slice(0, asked.limit)
  }

  /** Documents whose titles begin so, sorted by title, so that an equal title comes first. */
  async titlesBeginning(key: string, limit: number): Promise<number[]> {
    const open = await findTitled(this.query, key, this.readable, limit)
    const titles = new Map([...open, ...this.#granted.titlesBeginning(key, limit)].map((one) => [one.id, one.title]))
    return [...titles]
      .sort(([idA, a], [idB, b]) => (a < b ? -1 : a > b ? 1 : idA - idB))
      .slice(0, limit)
      .map(([id]) => id)
  }
}

export const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)
