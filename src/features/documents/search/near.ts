// Near spellings: the indexed words that a mistyped word may have meant, and that occur in something this reader may read.
// All that are one edit away, by trying every edit; two edits away only among words with the same beginning. Bounded.

import type { Query } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Readable, SearchField, SearchTerm } from '#engine/db/search.ts'
import { isSpellable } from './entry.ts'
import { findWordsBeginning } from './store.ts'
import type { QueryWord } from './words.ts'

const MOST_ALTERNATIVES = 8
/** At most this many of the nearest are tried: some may be only in documents that others may read, or that were deleted. */
const MOST_TRIED = 24
const LONGEST = 24
const TWO_EDITS_FROM = 6
const BEGINNING = 3
const MOST_CANDIDATES = 1_000

/** Alphabets whose letters are tried; words of another script are still mended by leaving out and swapping letters. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюяіўґє', 'αβγδεζηθικλμνξοπρστυφχψω']

/** At most this many words are respelt: more of them are a sentence, in which one slip does not hide everything. */
const MOST_RESPELT = 6

/** Where spellings are looked for: a word that this reader can't find there does not count. */
export type Where = { dialect: Dialect; query: Query; field: SearchField; readable: Readable }

export async function nearTerms(where: Where, words: QueryWord[]): Promise<SearchTerm[]> {
  const terms: SearchTerm[] = []
  for (const [index, word] of words.entries()) terms.push(index < MOST_RESPELT ? await nearTerm(where, word) : [word])
  return terms
}

/** nearTerm is the word itself or any of its nearest spellings. */
async function nearTerm(where: Where, asked: QueryWord): Promise<SearchTerm> {
  if (!isSpellable(asked.word) || asked.word.length > LONGEST) return [asked]
  for await (const spellings of spellingsOf(where, asked)) {
    const found = await findable(where, spellings, asked.prefix)
    if (found.length > 0) return [asked, ...found]
  }
  return [asked]
}

/** spellingsOf gives the nearest ones first, then those that are farther away. */
async function* spellingsOf({ dialect, query }: Where, asked: QueryWord): AsyncGenerator<string[]> {
  const { shorter, others } = oneEdit(asked.word)
  yield dialect.search.knownWords(query, [...shorter, ...others])
  if (asked.prefix) yield dialect.search.knownPrefixes(query, others)
  if (asked.word.length >= TWO_EDITS_FROM) yield twoEdits(query, asked)
}

async function findable({ dialect, query, ...where }: Where, words: string[], prefix: boolean): Promise<SearchTerm> {
  const tried = words.slice(0, MOST_TRIED).map((word) => ({ word, prefix }))
  const found = await dialect.search.findEach(query, tried, { ...where, limit: 1 })
  return tried.filter((_, index) => found[index]!.length > 0).slice(0, MOST_ALTERNATIVES)
}

async function twoEdits(query: Query, { word, prefix }: QueryWord): Promise<string[]> {
  const beginning = word.slice(0, BEGINNING)
  const lengths = { shortest: word.length - 2, longest: prefix ? LONGEST * 2 : word.length + 2 }
  const alike = await findWordsBeginning(query, beginning, MOST_CANDIDATES, lengths)
  return alike
    .filter(isSpellable)
    .map((known) => ({ known, far: prefix ? distanceToBeginning(word, known) : distance(word, known) }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far || a.known.length - b.known.length || (a.known < b.known ? -1 : 1))
    .map(({ known }) => known)
}

function oneEdit(word: string): { shorter: string[]; others: string[] } {
  const alphabet = ALPHABETS.find((letters) => letters.includes(word[0]!)) ?? ''
  const shorter = new Set<string>()
  const others = new Set<string>()
  for (let index = 0; index <= word.length; index++) {
    const [before, after] = [word.slice(0, index), word.slice(index)]
    if (after !== '') shorter.add(before + after.slice(1))
    if (after.length > 1) others.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of alphabet) {
      others.add(before + letter + after)
      if (after !== '') others.add(before + letter + after.slice(1))
    }
  }
  others.delete(word)
  return { shorter: [...shorter].filter((made) => made.length >= 3), others: [...others] }
}

const distanceToBeginning = (word: string, known: string): number =>
  Math.min(...[-1, 0, 1].map((more) => distance(word, known.slice(0, word.length + more))))

/** distance counts the letters left out, added, replaced or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [twoAbove, above]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, twoAbove[j - 2]! + 1)
      row.push(least)
    }
    ;[twoAbove, above] = [above, row]
  }
  return above[b.length]!
}
