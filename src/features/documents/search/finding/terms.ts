// A query's terms: its words without stop words, with all their forms; prefixes as the known words they may mean; unknown
// words as their nearest spellings. Words still unknown are dropped and reported.

import type { SearchTerm } from '#engine/db/search.ts'
import { alikeTo } from '#languages/everyday/alike.ts'
import { isEveryday, oddness } from '#languages/everyday/everyday.ts'
import { fillersAmong } from '#languages/fillers.ts'
import { formsOf } from '#languages/forms.ts'
import { spelledOtherwise } from '#languages/spellings.ts'
import { isUnspaced, partsOf, type QueryWord, queryWords } from '../indexing/words.ts'
import { nearWords } from './near.ts'
import type { ReadersIndex } from './readers-index.ts'

/** With more unknown words the query is a sentence, in which one typo doesn't hide everything. */
const MOST_RESPELT = 6
/** Known words for a prefix, shortest first, as they are nearest to what was typed. */
const MOST_MEANINGS = 24
/** Fewer if the prefix is itself a word, which it most likely means. */
const MOST_BEYOND = 8
/** Shorter beginnings are shared by unrelated words. */
const SHORTEST_SHARED = 5
/** The weight of question words: little, but they may be in the heading. */
const ASKING_WORTH = 0.2

/** The weight of synonyms. */
export const ALIKE_WORTH = 0.8

/** A query with this many stop words is a sentence rather than names. */
const FILLERS_OF_SENTENCES = 2

/** One word of a query, as typed or corrected. `words` are its possible meanings here. */
export type Term = {
  shown: string
  words: SearchTerm
  /** `words`, or the prefix itself if more words begin with it: titles are few. */
  titles: SearchTerm
  /** How its words are found in a text: a prefix takes one search instead of many. */
  marks: SearchTerm
  /** A synonym, of the previous term with the same marks or of an unknown word. */
  isAlike?: boolean
  /** The weight of a match relative to others of the same rarity. */
  worth: number
  /** How unusual the word is in everyday language; 1 unless the query is a sentence. */
  oddness: number
}

/** `isStrict`: documents without one of the words come after all others. `isLone`: a single term. */
type QueryTerms = {
  /** The query's language, if its words tell. */
  lang: string
  terms: Term[]
  dropped: string[]
  isStrict: boolean
  isLone: boolean
  empty: ReadonlySet<string>
}

/** `isTyped`: the last word may be incomplete. */
type TypedQuery = { q: string; lang: string; isTyped?: boolean }

/** `lang` is the page's or site's language, for stop words and for letters with two spellings. */
export async function termsOf(index: ReadersIndex, { q, lang, isTyped = true }: TypedQuery): Promise<QueryTerms> {
  const typed = queryWords(q).map((one) => (isTyped || isUnspaced(one.word) ? one : asWord(one.word)))
  if (typed.length === 0) return { lang, terms: [], dropped: [], isStrict: false, isLone: false, empty: new Set() }
  const { code, empty, asking } = fillersAmong(
    typed.map(({ word }) => word),
    lang,
  )
  const telling = typed.filter(({ word }) => !empty.has(word))
  const asked = telling.length > 0 ? telling : typed
  const areAllAsking = asked.every(({ word }) => asking.has(word))
  const isSaid = !isTyped || typed.length - asked.length >= FILLERS_OF_SENTENCES
  const spellings = otherSpellings(q, typed, lang)
  const spelledAs = (one: QueryWord) => [one, ...(spellings.get(one) ?? [])]
  const meant = await meaningsOf(index, asked.flatMap(spelledAs), { lang: code, isSaid })
  const terms: Term[] = []
  const dropped: string[] = []
  for (const [nth, one] of asked.entries()) {
    const worth = areAllAsking || !asking.has(one.word) ? 1 : ASKING_WORTH
    const odd = isSaid ? oddness(one.word, code) : 1
    const spelled = spelledAs(one)
    const meanings = spelled.map((spelling) => meant.get(spelling)!)
    const forms = [...new Set(meanings.flatMap((one) => one.forms))].map(asWord)
    const begun = [...new Set(meanings.flatMap((one) => one.begun))].map(asWord)
    const alike = meant.get(one)!.alike.map(asWord)
    // Search includes synonyms in each term; answering questions treats them separately.
    const same = isTyped ? alike : []
    const others =
      isTyped || alike.length === 0
        ? []
        : [{ ...plainTerm(meant.get(one)!.alike, worth * ALIKE_WORTH, odd), shown: one.word, isAlike: true }]
    if (forms.length + begun.length + same.length > 0) {
      const words = [...begun, ...forms, ...same]
      const titles = begun.length < MOST_MEANINGS ? words : [...spelled, ...forms]
      terms.push(
        { shown: one.word, words, titles, marks: [...marksOf(spelled, forms), ...same], worth, oddness: odd },
        ...others,
      )
      continue
    }
    const parts = await knownParts(index, partsOf(q, one.word))
    const isSlip = parts.length === 0 && nth < MOST_RESPELT && !(isSaid && isEveryday(one.word, code))
    const respelt = isSlip ? await nearWords(index, one) : []
    for (const part of parts) terms.push(plainTerm([part], worth, odd))
    if (respelt.length > 0) terms.push(plainTerm(respelt, worth, odd))
    else if (parts.length === 0) dropped.push(one.word)
    terms.push(...others)
  }
  const isStrict = asked.length === typed.length && terms.every(({ worth }) => worth === 1)
  return { lang: code, terms, dropped, isStrict, isLone: asked.length === 1, empty }
}

/** Meanings of a typed word: itself, words beginning with it, its other forms, and in a sentence synonyms. */
type Meanings = { begun: string[]; forms: string[]; alike: string[] }

async function meaningsOf(
  index: ReadersIndex,
  typed: QueryWord[],
  { lang, isSaid }: { lang: string; isSaid: boolean },
): Promise<Map<QueryWord, Meanings>> {
  const others = typed.map(({ word }) => formsOf(word, lang))
  const whole = typed.filter(({ prefix }) => !prefix).map(({ word }) => word)
  const alike = typed.map(({ word }) => (isSaid ? alikeTo(word, lang) : []))
  const asked = [...whole, ...others.flat(), ...alike.flat()]
  const beginning = ({ word, prefix }: QueryWord) =>
    prefix ? index.wordsBeginning({ beginning: word, limit: MOST_MEANINGS }) : []
  const [exact, begun] = await Promise.all([
    asked.length === 0 ? [] : index.knownWords(asked),
    Promise.all(typed.map(beginning)),
  ])
  const held = new Set(exact)
  const meanings = ({ word, prefix }: QueryWord, nth: number): Meanings => {
    // The shortest such word is the prefix itself, if that is a word.
    const all = begun[nth]![0] === word ? begun[nth]!.slice(0, MOST_BEYOND) : begun[nth]!
    const own = prefix ? all : held.has(word) ? [word] : []
    const heldForms = (forms: readonly string[]) => forms.filter((form) => held.has(form) && !own.includes(form))
    return { begun: own, forms: heldForms(others[nth]!), alike: heldForms(alike[nth]!) }
  }
  return new Map(typed.map((one, nth) => [one, meanings(one, nth)]))
}

/** A beginning shared by all forms and hardly any other word takes one search instead of many. */
function marksOf(spelled: QueryWord[], forms: QueryWord[]): QueryWord[] {
  if (forms.length === 0) return spelled
  const all = [...spelled, ...forms]
  let shared = all[0]!.word
  for (const { word } of all) while (!word.startsWith(shared)) shared = shared.slice(0, -1)
  return shared.length >= SHORTEST_SHARED ? [{ word: shared, prefix: true }] : all
}

/** The same words with ü as ue and vice versa, if the language has them. */
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

const knownParts = async (index: ReadersIndex, parts: string[]): Promise<string[]> =>
  parts.length === 0 ? [] : index.knownWords(parts)

function plainTerm(meanings: string[], worth: number, oddness: number): Term {
  const words = meanings.map(asWord)
  return { shown: meanings[0]!, words, titles: words, marks: words, worth, oddness }
}

const asWord = (word: string): QueryWord => ({ word, prefix: false })
