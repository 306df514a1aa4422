// How text becomes the words that are indexed and looked up, the same for both database engines: they only ever see
// folded words separated by blanks. No ranking, no SQL.
//
// Scripts written without blanks are cut into pairs of characters, which needs no dictionary and finds a phrase wherever it
// is.

import { fold, isAscii } from '#folding.ts'

const LONGEST_WORD = 40
const MOST_QUERY_WORDS = 16
const LONGEST_QUERY = 200

/** SEAM marks where a name like useFetch or HTMLElement is made of several words; no text that people write has it. */
const SEAM = '\u0001'
const SEAMS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const SHORTEST_PART = 2

const ASCII_WORD = new RegExp(`[a-z0-9${SEAM}]+`, 'g')
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`
const WORD = new RegExp(String.raw`[${UNSPACED}]+|[[\p{L}\p{N}\p{M}${SEAM}]--[${UNSPACED}]]+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')

/** wordsOf cuts text into the words to index, in order, with repeats; a name made of several words is followed by them. */
export function wordsOf(text: string): string[] {
  const folded = fold(text.replaceAll(SEAM, ' ').replace(SEAMS, SEAM))
  if (isAscii(folded)) return (folded.match(ASCII_WORD) ?? []).flatMap(withParts)
  return (folded.match(WORD) ?? []).flatMap((run) => (isUnspaced(run) ? pairs(run, true) : withParts(run)))
}

function withParts(run: string): string[] {
  if (!run.includes(SEAM)) return [cut(run)]
  const parts = run.split(SEAM).filter((part) => part.length >= SHORTEST_PART)
  return [run.replaceAll(SEAM, ''), ...parts].map(cut)
}

/** A QueryWord matches an equal word, or as a prefix every word that starts with it. */
export type QueryWord = { word: string; prefix: boolean }

/** partsOf are the words that a name is made of, as it was typed; none for a plain word. */
export function partsOf(q: string, name: string): string[] {
  const typed = q.match(/[\p{L}\p{N}]+/gu)?.find((run) => fold(run) === name)
  const [, ...parts] = typed === undefined ? [] : wordsOf(typed)
  return parts
}

/** queryWords cuts what someone typed: any text is legal, the last word is a prefix, and so is a lone character of an unspaced script. */
export function queryWords(q: string): QueryWord[] {
  const runs = plainWords(q.slice(0, LONGEST_QUERY).toWellFormed())
  const words = new Map<string, QueryWord>()
  for (const [index, run] of runs.entries()) {
    const unspaced = isUnspaced(run)
    const cuts = unspaced ? pairs(run, false) : [cut(run)]
    for (const word of cuts) {
      const prefix = unspaced ? cuts.length === 1 && [...word].length === 1 : index === runs.length - 1
      const earlier = words.get(word)
      if (!earlier || (earlier.prefix && !prefix)) words.set(word, { word, prefix })
    }
  }
  return [...words.values()].slice(0, MOST_QUERY_WORDS)
}

/** titleKey is a title as one string of its folded words, by which titles are found that are equal or begin the same. */
export function titleKey(title: string): string {
  return plainWords(title).join(' ').slice(0, LONGEST_QUERY)
}

const plainWords = (text: string): string[] => fold(text.replaceAll(SEAM, ' ')).match(WORD) ?? []

export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word)

const cut = (word: string): string => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD).toWellFormed() : word)

/** pairs of 東京都 are 東京 and 京都; an index also takes the last character by itself, so that it can be found. */
function pairs(run: string, toIndex: boolean): string[] {
  const characters = [...run]
  if (characters.length === 1) return [run]
  const bigrams = characters.slice(1).map((character, index) => characters[index]! + character)
  return toIndex ? [...bigrams, characters.at(-1)!] : bigrams
}
