// Prefixes become the words that they may mean: an index finds a word at once, but has to gather everything for a prefix.
//
// A prefix that few words share is replaced by them, with the same result. One that many share is left to the index
// where that is cheap (beginnings of titles, a small database), and else means the shortest of those words.

import type { Query } from '../../engine/db/db.ts'
import type { SearchTerm } from '../../engine/db/search.ts'
import { findNewestId, findWordsBeginning } from './search-store.ts'

const MOST_WORDS = 50
/** Titles are indexed by their first letters, up to this many. */
const TITLE_PREFIX = 3
const SMALL_DATABASE = 10_000

/** Expanded has the terms for titles and those for everything else. */
export type Expanded = { titles: SearchTerm[]; texts: SearchTerm[] }

/** expandTerms returns undefined when some term begins no known word: then nothing can match. */
export async function expandTerms(query: Query, terms: SearchTerm[]): Promise<Expanded | undefined> {
  const expanded: Expanded = { titles: [], texts: [] }
  for (const term of terms) {
    const titles: SearchTerm = []
    const texts: SearchTerm = []
    for (const asked of term) {
      const words = asked.prefix ? await expandPrefix(query, asked.word, Math.ceil(MOST_WORDS / term.length)) : [asked]
      texts.push(...words)
      titles.push(...(asked.prefix && words.length > 0 && asked.word.length <= TITLE_PREFIX ? [asked] : words))
    }
    if (texts.length === 0) return undefined
    expanded.titles.push(titles)
    expanded.texts.push(texts)
  }
  return expanded
}

async function expandPrefix(query: Query, word: string, most: number): Promise<SearchTerm> {
  const words = await findWordsBeginning(query, word, most + 1)
  const complete = words.length <= most
  if (!complete && word.length >= TITLE_PREFIX && (await findNewestId(query)) <= SMALL_DATABASE) {
    return [{ word, prefix: true }]
  }
  return words.slice(0, most).map((known) => ({ word: known, prefix: false }))
}
