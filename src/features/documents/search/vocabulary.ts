// Which words a prefix or a mistyped word may mean: only words that this reader can find, so that neither what comes back
// nor what is asked of the database depends on a hidden word. A visitor's search looks at the open words alone. Someone with
// documents of their own is also offered words that are not open, each after a look whether they may find it.

import type { Query } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { KnownWord, Readable } from '#engine/db/search.ts'
import { findWordsBeginning } from './store.ts'

/** At most this many words that are not open are looked up for one prefix or spelling. */
const MOST_TRIED = 50

/** Where words are looked for, and for whom. */
export type Where = { dialect: Dialect; query: Query; readable: Readable }

/** wordsBeginning are the shortest words with this beginning that the reader can find. */
export async function wordsBeginning(where: Where, beginning: string, limit: number): Promise<string[]> {
  const { query, readable } = where
  return findable(where, await findWordsBeginning(query, { beginning, limit, vocabulary: readable.vocabulary }))
}

/** knownAmong are those of the given words that the reader can find. */
export async function knownAmong(where: Where, words: string[]): Promise<string[]> {
  const { dialect, query, readable } = where
  return findable(where, await dialect.search.knownWords(query, words, readable.vocabulary))
}

/** findable are those of the given words that the reader can find: all of them, unless some may be of closed documents. */
export async function findable({ dialect, query, readable }: Where, words: KnownWord[]): Promise<string[]> {
  const tried = readable.vocabulary === 'own' ? words.filter(({ is_open }) => is_open === 0).slice(0, MOST_TRIED) : []
  const asked = tried.map(({ word }) => ({ field: 'anywhere' as const, terms: [[{ word, prefix: false }]] }))
  const holders = tried.length === 0 ? [] : await dialect.search.holders(query, asked, { readable, limit: 1 })
  const own = new Set(tried.filter((_, index) => holders[index]!.length > 0))
  const isFound = (one: KnownWord) => readable.vocabulary !== 'own' || one.is_open === 1 || own.has(one)
  return words.filter(isFound).map(({ word }) => word)
}
