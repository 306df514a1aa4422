// What a query asks for, as terms: its words without those that say nothing, prefixes as the words that they may mean, and a
// word that nothing has as its nearest spellings. What is then still unknown is dropped, and reported.

import { type FoundDocument, MOST_MEANINGS, type SearchField, type SearchTerm } from '#engine/db/search.ts'
import { fillersAmong } from '#languages/fillers.ts'
import { spelledOtherwise } from '#languages/spellings.ts'
import { partsOf, type QueryWord, queryWords } from '../indexing/words.ts'
import { nearWords, type Where } from './near.ts'

/** At most this many words are respelt: more of them are a sentence, in which one slip does not hide everything. */
const MOST_RESPELT = 6
/** What a word counts by which people ask: little, but it may be in the heading that is looked for. */
const ASKING_WORTH = 0.2

/** A Term is one word of a query: as it was typed, or as it was respelt. `words` are what it may mean here. */
export type Term = {
  shown: string
  words: SearchTerm
  /** titles is `words`, or the prefix itself where more words begin so than are listed: titles are few. */
  titles: SearchTerm
  /** marks is how its words are found in a text that was found: a prefix takes one look instead of many. */
  marks: SearchTerm
  /** worth is how much a match counts beside others of the same rarity. */
  worth: number
  /** held are documents that are known already to hold it, by field. */
  held: ReadonlyMap<SearchField, number[]>
}

/** isStrict: every word says what is looked for, so whatever lacks one comes after all that have them all. */
type QueryTerms = {
  terms: Term[]
  dropped: string[]
  isStrict: boolean
  empty: ReadonlySet<string>
  /** found are documents that were read on the way. */
  found: ReadonlyMap<number, FoundDocument>
}
/** AskedAhead is what will be asked of the terms, if all that was typed is known: some engines find it with the words. */
type AskedAhead = (asked: QueryWord[]) => { fields: SearchField[]; limit: number }

/** termsOf takes `lang`, the language of the page or the site, to tell question words and letters that are also written as two. */
export async function termsOf(
  where: Where,
  { q, lang }: { q: string; lang: string },
  askedAhead: AskedAhead,
): Promise<QueryTerms> {
  const { dialect, query, readable } = where
  const typed = queryWords(q)
  if (typed.length === 0) return { terms: [], dropped: [], isStrict: false, empty: new Set(), found: new Map() }
  const { empty, asking } = fillersAmong(
    typed.map(({ word }) => word),
    lang,
  )
  const telling = typed.filter(({ word }) => !empty.has(word))
  const asked = telling.length > 0 ? telling : typed
  const areAllAsking = asked.every(({ word }) => asking.has(word))
  const terms: Term[] = []
  const dropped: string[] = []
  const others = otherSpellings(q, typed, lang)
  const looked = [...asked, ...asked.flatMap((one) => others.get(one) ?? [])]
  const { meanings, found } = await dialect.search.meanings(query, looked, { readable, ...askedAhead(asked) })
  const meant = new Map(looked.map((one, nth) => [one, meanings[nth]!]))
  const areKnown = asked.every((one) => meant.get(one)!.words.length > 0)
  for (const [index, one] of asked.entries()) {
    const worth = areAllAsking || !asking.has(one.word) ? 1 : ASKING_WORTH
    const spelled = [one, ...(others.get(one) ?? [])]
    const words = [...new Set(spelled.flatMap((spelling) => meant.get(spelling)!.words))].map(asWord)
    if (words.length > 0) {
      const titles = words.length < MOST_MEANINGS ? words : spelled
      const held = areKnown && spelled.length === 1 ? meant.get(one)!.held : NONE
      terms.push({ shown: one.word, words, titles, marks: spelled, worth, held })
      continue
    }
    const parts = await knownParts(where, partsOf(q, one.word))
    const near = parts.length > 0 || index >= MOST_RESPELT ? [] : await nearWords(where, one)
    for (const part of parts) terms.push(plainTerm([part], worth))
    if (near.length > 0) terms.push(plainTerm(near, worth))
    else if (parts.length === 0) dropped.push(one.word)
  }
  const isStrict = asked.length === typed.length && terms.every(({ worth }) => worth === 1)
  return { terms, dropped, isStrict, empty, found }
}

/** otherSpellings are the same words with ü as ue, and with ue as ü, where the language has them. */
function otherSpellings(q: string, typed: QueryWord[], lang: string): Map<QueryWord, QueryWord[]> {
  const others = new Map<QueryWord, QueryWord[]>()
  for (const text of spelledOtherwise(q, lang))
    for (const [index, other] of queryWords(text).entries()) {
      const one = typed[index]
      if (one && one.word !== other.word && !typed.some(({ word }) => word === other.word))
        others.set(one, [...(others.get(one) ?? []), other])
    }
  return others
}

const NONE: Term['held'] = new Map()

const knownParts = async ({ dialect, query, readable }: Where, parts: string[]): Promise<string[]> =>
  parts.length === 0 ? [] : dialect.search.knownWords(query, parts, readable)

function plainTerm(meanings: string[], worth: number): Term {
  const words = meanings.map(asWord)
  return { shown: meanings[0]!, words, titles: words, marks: words, worth, held: NONE }
}

const asWord = (word: string): QueryWord => ({ word, prefix: false })
