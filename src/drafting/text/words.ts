// Words as the ranking and the checks see them: folded, cut to a stem, stop words left out; unspaced scripts as pairs of
// characters. Not for showing.

import { fold } from '#folding.ts'
import { isStopWord } from '#languages/languages.ts'

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`
const RUN = new RegExp(String.raw`[${UNSPACED}]+|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')
/** A longer run is no word; its beginning tells it apart well enough. */
const LONGEST_WORD = 40

/** runsOf gives the folded words of a text in order; a run of an unspaced script is one. */
export const runsOf = (text: string): string[] => fold(text).match(RUN) ?? []

export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word)

/** stem cuts a word so that its forms meet; crude on purpose, it only has to rank and compare. */
export function stem(word: string): string {
  if (word.length > 6) return word.slice(0, 6)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}

/** termsOf gives the stems of the words that carry meaning. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const run of runsOf(text)) {
    if (isUnspaced(run)) pushPairs(run, terms)
    else if (!isStopWord(run) && (run.length > 1 || run >= '0')) terms.push(stem(run.slice(0, LONGEST_WORD)))
  }
  return terms
}

/** In Japanese, hiragana is mostly grammar: a pair with one tells little, unless there is no other. */
function pushPairs(run: string, into: string[]): void {
  const pairs = Array.from({ length: Math.max(1, run.length - 1) }, (_, at) => run.slice(at, at + 2))
  const telling = pairs.filter((pair) => !/\p{sc=Hira}/u.test(pair))
  into.push(...(telling.length > 0 ? telling : pairs))
}

/** keyOf is what two texts share when they say the same in the same words. */
export const keyOf = (text: string): string => runsOf(text).join(' ')
