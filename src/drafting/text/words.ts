// Words for ranking and checks: case-folded, stemmed, without stop words; unspaced scripts as pairs of characters. Not for
// display.

import { fold } from '#folding.ts'
import { isStopWord } from '#languages/languages.ts'

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`
const RUN = new RegExp(String.raw`[${UNSPACED}]+|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')
/** Longer runs aren't words; their beginning identifies them. */
const LONGEST_WORD = 40

/** The folded words of a text in order; a run of an unspaced script is one word. */
export const runsOf = (text: string): string[] => fold(text).match(RUN) ?? []

export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word)

/** Crude on purpose: forms of a word only have to match for ranking and comparing. */
export function stem(word: string): string {
  if (word.length > 6) return word.slice(0, 6)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}

export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const run of runsOf(text)) {
    if (isUnspaced(run)) pushPairs(run, terms)
    else if (!isStopWord(run) && (run.length > 1 || run >= '0')) terms.push(stem(run.slice(0, LONGEST_WORD)))
  }
  return terms
}

/** Hiragana is mostly grammar: pairs with it are used only if there are no others. */
function pushPairs(run: string, into: string[]): void {
  const pairs = Array.from({ length: Math.max(1, run.length - 1) }, (_, at) => run.slice(at, at + 2))
  const telling = pairs.filter((pair) => !/\p{sc=Hira}/u.test(pair))
  into.push(...(telling.length > 0 ? telling : pairs))
}

/** Equal for texts with the same words. */
export const keyOf = (text: string): string => runsOf(text).join(' ')
