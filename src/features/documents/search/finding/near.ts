// Spelling correction: known words near a mistyped one, among those that this reader can find. One edit away by trying every
// edit; two only among words with the same beginning. Bounded.
//
// Edits keep the letters before them, so none are tried where no word has that beginning: an entirely unknown word costs a
// few dozen look-ups instead of hundreds.

import { isSpellable } from '../indexing/entry.ts'
import type { QueryWord } from '../indexing/words.ts'
import { byLength, type ReadersIndex } from './readers-index.ts'

const LONGEST = 24
const TWO_EDITS_FROM = 6
const BEGINNING = 3
const MOST_CANDIDATES = 1_000
const MOST_SPELLINGS = 8

/** Letters to try; in other scripts only deletions and swaps are tried. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюяіўґє', 'αβγδεζηθικλμνξοπρστυφχψω']
const DIGITS = '0123456789'

/** The nearest known words; none if it isn't a word or nothing is similar. */
export async function nearWords(index: ReadersIndex, asked: QueryWord): Promise<string[]> {
  const { word, prefix } = asked
  if (!isSpellable(word) || word.length > LONGEST) return []
  const beginnings = Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1))
  const prefixLength = (await index.knownPrefixes(beginnings)).length
  const { shorter, others } = oneEdit(word, prefixLength)
  const near = await index.knownWords([...shorter, ...others])
  if (near.length > 0) return near.slice(0, MOST_SPELLINGS)
  const [beginning] = prefix ? await index.knownPrefixes(others) : []
  if (beginning !== undefined) return index.wordsBeginning({ beginning, limit: MOST_SPELLINGS })
  if (word.length < TWO_EDITS_FROM || prefixLength < BEGINNING) return []
  const alike = { beginning: word.slice(0, BEGINNING), limit: MOST_CANDIDATES, ...lengthsAround(asked) }
  return twoEdits(asked, await index.wordsBeginning(alike)).slice(0, MOST_SPELLINGS)
}

const lengthsAround = ({ word, prefix }: QueryWord) => ({
  shortest: word.length - 2,
  longest: prefix ? LONGEST * 2 : word.length + 2,
})

const twoEdits = ({ word, prefix }: QueryWord, alike: string[]): string[] =>
  alike
    .filter(isSpellable)
    .map((candidate) => ({ candidate, far: prefix ? distanceToBeginning(word, candidate) : distance(word, candidate) }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far || byLength(a.candidate, b.candidate))
    .map(({ candidate }) => candidate)

/** Keeps at most `mostKept` first letters of a word. */
function oneEdit(word: string, mostKept: number): { shorter: string[]; others: string[] } {
  const letters = ALPHABETS.find((alphabet) => alphabet.includes(word[0]!)) ?? ''
  const alphabet = /\p{N}/u.test(word) ? letters + DIGITS : letters
  const shorter = new Set<string>()
  const others = new Set<string>()
  for (let index = 0; index <= mostKept; index++) {
    const [before, after] = [word.slice(0, index), word.slice(index)]
    if (after !== '') shorter.add(before + after.slice(1))
    if (after.length > 1) others.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of alphabet) {
      others.add(before + letter + after)
      if (after !== '') others.add(before + letter + after.slice(1))
    }
  }
  others.delete(word)
  return { shorter: [...shorter].filter((edit) => edit.length >= 3), others: [...others] }
}

const distanceToBeginning = (word: string, candidate: string): number =>
  Math.min(...[-1, 0, 1].map((more) => distance(word, candidate.slice(0, word.length + more))))

/** Edit distance with deletions, insertions, substitutions and swaps of neighbours. */
export function distance(a: string, b: string): number {
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
