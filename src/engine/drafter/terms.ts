// Words as the ranking sees them: lower-cased, cut to a stem, stop words left out; runs of Han and Kana as pairs.
// Not for showing and not for comparing sentences exactly (similar.ts does that on whole words).

import { isStopWord } from './language.ts'

const WORD = /[\p{L}\p{N}]+/gu
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const NON_ASCII = /[^\0-\x7f]/

/** words gives the lower-cased words of a text in order, whatever the script. */
export function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** stem cuts a word so that its forms meet; crude on purpose, it only has to rank. */
export function stem(word: string): string {
  if (word.length > 6) return word.slice(0, 6)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}

/** terms gives the stems of the words that carry meaning; `limit` bounds the work on long texts. */
export function terms(text: string, limit = 400): string[] {
  const found: string[] = []
  for (const word of words(text.length > limit * 12 ? text.slice(0, limit * 12) : text)) {
    if (found.length >= limit) break
    if (NON_ASCII.test(word) && UNSPACED_SCRIPT.test(word)) pushPairs(word, found)
    else if (word.length > 1 && !isStopWord(word)) found.push(stem(word))
  }
  return found
}

const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu

/** Figures and Latin words stand in such a run without a space; they are terms of their own. */
function pushPairs(word: string, into: string[]): void {
  for (const run of word.match(RUNS) ?? []) {
    if (run.length === 1 || !UNSPACED_SCRIPT.test(run)) into.push(stem(run))
    else for (let i = 0; i + 1 < run.length; i++) into.push(run.slice(i, i + 2))
  }
}

/** headingKey is what two headings share when they mean the same: their words. */
export function headingKey(text: string): string {
  return words(text).join(' ')
}

/** textSize weighs a text by how much it says: a Han or Kana character says about as much as three Latin ones. */
export function textSize(text: string): number {
  let size = 0
  for (const character of text) size += character > '\u2fff' ? 3 : 1
  return size
}
