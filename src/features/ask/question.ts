// Reads a question: its terms, and its kind (amount, reason, steps …), which tells what an answer looks like. Pure.

import type { SearchTerm } from '#engine/db/search.ts'
import { isUnspaced } from '#features/documents/search/indexing/words.ts'
import { fold } from '#folding.ts'
import { ASKED_KINDS, type AskedKind } from '#languages/language.ts'
import { languageOf } from '#languages/languages.ts'

/** `weight` is higher the rarer the term is on this site; `tells` also counts rarity in everyday language. */
type AskedTerm = { marks: SearchTerm; alike: SearchTerm; weight: number; tells: number }
/** `unknown` are the weights of words that no page has. */
export type AskedQuestion = { terms: AskedTerm[]; unknown: number[]; kind: AskedKind | undefined; lang: string }

export const kindOf = (q: string, lang: string): AskedKind | undefined => {
  const [{ asks }, folded] = [languageOf(lang), fold(q.trim())]
  return ASKED_KINDS.find((kind) => asks[kind].test(folded))
}

/** The question's words that only ask: “how long are backups kept” isn't about “long”. */
export function questionWordsIn(q: string, lang: string): string[] {
  const kind = kindOf(q, lang)
  return kind === undefined ? [] : (languageOf(lang).asks[kind].exec(fold(q.trim()))?.[0].split(/\s+/) ?? [])
}

/** More words than a name has. */
export const isSentence = (q: string): boolean => q.split(/\s+/).length >= 3 || (isUnspaced(q) && [...q].length >= 6)

/** A question rather than the name of a thing. */
export const looksLikeQuestion = (q: string, lang: string): boolean =>
  /[?？]\s*$/.test(q) || (isSentence(q) && kindOf(q, lang) !== undefined)

/** How much a folded text looks like an answer of this kind: 0 to 1. */
export function kindScore({ kind, lang }: AskedQuestion, flat: string, has: { code: boolean; steps: boolean }): number {
  const { answers, numberWords } = languageOf(lang)
  if (kind === undefined) return 0.5
  if (kind === 'amount' || kind === 'when') return /\p{N}/u.test(flat) || numberWords.test(flat) ? 1 : 0
  if (kind === 'how' && (has.code || has.steps)) return 1
  if (!answers[kind].test(flat)) return kind === 'where' && /[/.]\w/.test(flat) ? 1 : 0
  return kind === 'how' ? 0.6 : 1
}

/** A number is expected. */
export const isOfValue = ({ kind }: AskedQuestion): boolean => kind === 'amount' || kind === 'when'

/** A term found in a text; synonyms are numbered after all terms. */
export type FoundTerm = { from: number; to: number; term: number }
/** Each term takes two bits of a number. */
export const MOST_TERMS = 16

const LETTER = /[\p{L}\p{N}\p{M}]/u
const isLetterAt = (text: string, at: number): boolean => at >= 0 && at < text.length && LETTER.test(text[at]!)
const [LOWER, UPPER] = [/\p{Ll}/u, /\p{Lu}/u]
/** A word boundary inside a name such as useFetch. */
const isSeam = (text: string, at: number): boolean => LOWER.test(text[at - 1] ?? '') && UPPER.test(text[at] ?? '')

/** All occurrences of the terms, in text order. */
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
