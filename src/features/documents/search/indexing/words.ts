// Tokenises text for indexing and querying, the same for both engines, which see only folded words separated by spaces. No
// ranking, no SQL.
//
// Unspaced scripts are cut into overlapping pairs of characters: no dictionary needed, and a phrase is found anywhere.

import { fold, isAscii } from '#folding.ts'

const LONGEST_WORD = 40
const MOST_QUERY_WORDS = 16
const LONGEST_QUERY = 200

/** Inserted between the words of a name such as useFetch or HTMLElement; doesn't occur in text. */
const SEAM = '\u0001'
const SEAMS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const SHORTEST_PART = 2

const ASCII_WORD = new RegExp(`[a-z0-9${SEAM}]+`, 'g')
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}`
const WORD = new RegExp(String.raw`[${UNSPACED}]+|[[\p{L}\p{N}\p{M}${SEAM}]--[${UNSPACED}]]+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')

/** The words to index, in order, with repeats; a compound name is followed by its parts. */
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

/** Matches an equal word, or as a prefix every word that starts with it. */
export type QueryWord = { word: string; prefix: boolean }

/** The words of a compound name; none for a plain word. */
export function partsOf(q: string, name: string): string[] {
  const typed = q.match(/[\p{L}\p{N}]+/gu)?.find((run) => fold(run) === name)
  const [, ...parts] = typed === undefined ? [] : wordsOf(typed)
  return parts
}

/** Splits typed text. Any text is legal; the last word is a prefix, and so is a single character of an unspaced script. */
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

/** A title's folded words as one string, for finding equal titles and prefixes. */
export function titleKey(title: string): string {
  return plainWords(title).join(' ').slice(0, LONGEST_QUERY)
}

const plainWords = (text: string): string[] => fold(text.replaceAll(SEAM, ' ')).match(WORD) ?? []

export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word)

const cut = (word: string): string => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD).toWellFormed() : word)

/** 東京都 gives 東京 and 京都; when indexing also the last character alone, so that it can be found. */
function pairs(run: string, toIndex: boolean): string[] {
  const characters = [...run]
  if (characters.length === 1) return [run]
  const bigrams = characters.slice(1).map((character, index) => characters[index]! + character)
  return toIndex ? [...bigrams, characters.at(-1)!] : bigrams
}
