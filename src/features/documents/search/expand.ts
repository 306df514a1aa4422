// Prefixes become the words that they may mean: an index finds a word at once, but has to gather everything for a prefix.
//
// A prefix that few words share is replaced by them, with the same result. One that many share is left to the index
// where that is cheap (beginnings of titles, a small database), and else means the shortest of those words.

import type { Query } from '#engine/db/db.ts'
import type { SearchTerm } from '#engine/db/search.ts'
import { findNewestId, findWordsBeginning } from './store.ts'

const MOST_WORDS = 50
/** Titles are indexed by their first letters, up to this many. */
const TITLE_PREFIX = 3
const SMALL_DATABASE = 10_000

type Expand = (terms: SearchTerm[], where: 'titles' | 'texts') => Promise<SearchTerm[] | undefined>

/** expanderFor is for one search: what a prefix may mean is asked once, wherever it is then looked for. */
export function expanderFor(query: Query): Expand {
  const known = new Map<string, Promise<SearchTerm>>()
  const expandPrefix = (word: string, most: number) => {
    const expanding = known.get(word) ?? findMeanings(query, word, most)
    known.set(word, expanding)
    return expanding
  }

  /** Returns undefined when some term begins no known word: then nothing can match. */
  return async (terms, where) => {
    const expanded: SearchTerm[] = []
    for (const term of terms) {
      const most = Math.ceil(MOST_WORDS / term.length)
      const words: SearchTerm = []
      for (const asked of term) {
        const indexed = where === 'titles' && asked.word.length <= TITLE_PREFIX
        const meant = asked.prefix && !indexed ? await expandPrefix(asked.word, most) : [asked]
        // Titles are few: where more words have this beginning than are listed, all of them count.
        words.push(...(where === 'titles' && meant.length === most ? [asked] : meant))
      }
      if (words.length === 0) return undefined
      expanded.push(words)
    }
    return expanded
  }
}

async function findMeanings(query: Query, word: string, most: number): Promise<SearchTerm> {
  const words = await findWordsBeginning(query, word, most + 1)
  const complete = words.length <= most
  if (!complete && word.length >= TITLE_PREFIX && (await findNewestId(query)) <= SMALL_DATABASE) {
    return [{ word, prefix: true }]
  }
  return words.slice(0, most).map((known) => ({ word: known, prefix: false }))
}
