// What is asked: the terms of a question where they stand in a text, and its kind, which says what an answer looks like: a number,
// a reason, steps. Pure.

import type { SearchTerm } from '#engine/db/search.ts'
import { isUnspaced } from '#features/documents/search/indexing/words.ts'
import { fold } from '#folding.ts'
import { ASKED_KINDS, type AskedKind } from '#languages/language.ts'
import { languageOf } from '#languages/languages.ts'

/** An AskedTerm weighs more the rarer it is here, and `tells` more if it is odd in everyday language, too. */
type AskedTerm = { marks: SearchTerm; alike: SearchTerm; weight: number; tells: number }
/** `unknown` is what each of those words would tell that nothing here has. */
export type AskedQuestion = { terms: AskedTerm[]; unknown: number[]; kind: AskedKind | undefined; lang: string }

export const kindOf = (q: string, lang: string): AskedKind | undefined => {
  const [{ asks }, folded] = [languageOf(lang), fold(q.trim())]
  return ASKED_KINDS.find((kind) => asks[kind].test(folded))
}

/** askingIn are the words by which a question asks: in “how long are backups kept” nothing has to be long. */
export function askingIn(q: string, lang: string): string[] {
  const kind = kindOf(q, lang)
  return kind === undefined ? [] : (languageOf(lang).asks[kind].exec(fold(q.trim()))?.[0].split(/\s+/) ?? [])
}

/** isSentence: more words than the name of a thing has. */
export const isSentence = (q: string): boolean => q.split(/\s+/).length >= 3 || (isUnspaced(q) && [...q].length >= 6)

/** looksAsked: someone asks, rather than names what is looked for. */
export const looksAsked = (q: string, lang: string): boolean =>
  /[?？]\s*$/.test(q) || (isSentence(q) && kindOf(q, lang) !== undefined)

/** fits says how well a text, folded, looks like an answer of this kind: 0 to 1. */
export function fits({ kind, lang }: AskedQuestion, flat: string, has: { code: boolean; steps: boolean }): number {
  const { answers, numberWords } = languageOf(lang)
  if (kind === undefined) return 0.5
  if (kind === 'amount' || kind === 'when') return /\p{N}/u.test(flat) || numberWords.test(flat) ? 1 : 0
  if (kind === 'how' && (has.code || has.steps)) return 1
  if (!answers[kind].test(flat)) return kind === 'where' && /[/.]\w/.test(flat) ? 1 : 0
  return kind === 'how' ? 0.6 : 1
}

/** isOfValue: a number is expected. */
export const isOfValue = ({ kind }: AskedQuestion): boolean => kind === 'amount' || kind === 'when'

/** A FoundTerm is a term in a text; other words for it come after all terms. */
export type FoundTerm = { from: number; to: number; term: number }
/** So many terms are looked for, each of which takes two bits. */
export const MOST_TERMS = 16

const LETTER = /[\p{L}\p{N}\p{M}]/u
const isLetterAt = (text: string, at: number): boolean => at >= 0 && at < text.length && LETTER.test(text[at]!)
const [LOWER, UPPER] = [/\p{Ll}/u, /\p{Lu}/u]
/** isSeam: inside a name such as useFetch a word may begin and end, too. */
const isSeam = (text: string, at: number): boolean => LOWER.test(text[at - 1] ?? '') && UPPER.test(text[at] ?? '')

/** findTerms are all places of the terms, in the order of the text. */
export function findTerms({ text, flat }: { text: string; flat: string }, terms: AskedTerm[]): FoundTerm[] {
  const found: FoundTerm[] = []
  for (let term = 0; term < terms.length + MOST_TERMS; term++)
    for (const { word, prefix } of marksOf(terms, term)) {
      const anywhere = isUnspaced(word)
      for (let from = flat.indexOf(word); from !== -1; from = flat.indexOf(word, from + 1)) {
        let to = from + word.length
        if (!anywhere && isLetterAt(flat, from - 1) && !isSeam(text, from)) continue
        if (!anywhere && isLetterAt(flat, to) && !prefix && !isSeam(text, to)) continue
        if (prefix) while (isLetterAt(flat, to) && !isSeam(text, to)) to++
        found.push({ from, to, term })
      }
    }
  return found.sort((a, b) => a.from - b.from || a.term - b.term)
}

const marksOf = (terms: AskedTerm[], term: number): SearchTerm =>
  (term < MOST_TERMS ? terms[term]?.marks : terms[term - MOST_TERMS]?.alike) ?? []
