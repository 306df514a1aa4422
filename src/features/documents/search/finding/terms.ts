// What a query asks for, as terms: its words without those that say nothing, prefixes as the words that they may mean, and a
// word that nothing has as its nearest spellings. What is then still unknown is dropped, and reported.

import {
  type FoundDocument,
  type Meaning,
  MOST_MEANINGS,
  type SearchField,
  type SearchTerm,
} from '#engine/db/search.ts'
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
  /** held are documents that are known already to hold it, by field: the newest ones, and at least as many as are asked for. */
  held: ReadonlyMap<SearchField, number[]>
}

/** isStrict: every word says what is looked for, so whatever lacks one comes after all that have them all. isLone: there is one. */
type QueryTerms = {
  terms: Term[]
  dropped: string[]
  isStrict: boolean
  isLone: boolean
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
  if (typed.length === 0)
    return { terms: [], dropped: [], isStrict: false, isLone: false, empty: new Set(), found: new Map() }
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
  const ahead = askedAhead(asked)
  const known = await dialect.search.meanings(query, looked, { readable, ...ahead })
  const meant = new Map(looked.map((one, nth) => [one, known.meanings[nth]!]))
  const spelledAs = (one: QueryWord) => [one, ...(others.get(one) ?? [])]
  const unknown = asked.filter((one) => spelledAs(one).every((spelling) => meant.get(spelling)!.words.length === 0))
  const parts = new Map<QueryWord, string[]>()
  for (const one of unknown) parts.set(one, await knownParts(where, partsOf(q, one.word)))
  const mistyped = unknown.filter((one) => parts.get(one)!.length === 0 && asked.indexOf(one) < MOST_RESPELT)
  const near = await nearWords(
    where,
    mistyped.map((one) => ({ ...one, kept: meant.get(one)!.kept })),
    asked.length === 1 ? ahead : undefined,
  )
  for (const one of asked) {
    const worth = areAllAsking || !asking.has(one.word) ? 1 : ASKING_WORTH
    const spelled = spelledAs(one)
    const words = [...new Set(spelled.flatMap((spelling) => meant.get(spelling)!.words))].map(asWord)
    if (words.length > 0) {
      const titles = words.length < MOST_MEANINGS ? words : spelled
      const held = spelled.length === 1 ? meant.get(one)!.held : NONE
      terms.push({ shown: one.word, words, titles, marks: spelled, worth, held })
      continue
    }
    const inParts = parts.get(one)!
    const respelt = near.meanings[mistyped.indexOf(one)]
    for (const part of inParts) terms.push(plainTerm({ words: [part], held: NONE }, worth))
    if (respelt && respelt.words.length > 0) terms.push(plainTerm(respelt, worth))
    else if (inParts.length === 0) dropped.push(one.word)
  }
  const isStrict = asked.length === typed.length && terms.every(({ worth }) => worth === 1)
  const found = near.found.size === 0 ? known.found : new Map([...known.found, ...near.found])
  return { terms, dropped, isStrict, isLone: asked.length === 1, empty, found }
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

function plainTerm({ words: meanings, held }: Meaning, worth: number): Term {
  const words = meanings.map(asWord)
  return { shown: meanings[0]!, words, titles: words, marks: words, worth, held }
}

const asWord = (word: string): QueryWord => ({ word, prefix: false })
