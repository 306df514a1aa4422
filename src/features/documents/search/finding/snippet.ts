// The piece of text shown for a result: escaped, with matches in <mark>.

import { escapeMarkup, MARKUP } from 'galley-blocks/html/inline.ts'
import { fold, isAscii } from '#folding.ts'
import { isUnspaced, type QueryWord } from '../indexing/words.ts'

const LENGTH = 180
const BEFORE = 50
const MOST_PER_WORD = 8

/** White space other than single spaces, which are most of it and stay. */
const UNEVEN = /\s{2,}|[^\S ]/g

export type Match = { from: number; to: number; word: number }

/** A text with its lower case, which callers may cache. */
type FoldedText = { text: string; lower: string }

/** Where most words are close together; without a match, the beginning. */
export function snippetOf({ text, lower }: FoldedText, words: QueryWord[]): string {
  // With several words the whole text is searched for the best place; a single one is shown at its first occurrence.
  const matches = matchesIn({ text, lower }, words, words.length === 1 ? LENGTH : text.length)
  const start = text.length <= LENGTH ? 0 : Math.max(0, bestStart(matches) - BEFORE)
  const from = start === 0 ? 0 : nextWordStart(text, start, matches)
  const to = text.length - from <= LENGTH ? text.length : lastWordEnd(text, from + LENGTH, from)
  return `${from > 0 ? '…' : ''}${markUp(text, from, to, matches)}${to < text.length ? '…' : ''}`
}

/** The whole text with matches marked. */
export const marked = (text: string, words: QueryWord[]): string =>
  markUp(text, 0, text.length, matchesIn({ text, lower: text.toLowerCase() }, words, text.length))

function markUp(text: string, from: number, to: number, matches: Match[]): string {
  // One test for the whole piece is cheaper than escaping every part.
  const safe = MARKUP.test(text.slice(from, to)) ? escapeMarkup : (piece: string) => piece
  let shown = ''
  let at = from
  for (const match of matches) {
    if (match.from < at || match.to > to) continue
    shown += `${safe(text.slice(at, match.from))}<mark>${safe(text.slice(match.from, match.to))}</mark>`
    at = match.to
  }
  return (shown + safe(text.slice(at, to))).replace(UNEVEN, ' ').replaceAll('</mark><mark>', '').trim()
}

/** Looks for each word up to `reach` characters beyond its first occurrence. */
export function matchesIn(
  { text, lower }: FoldedText,
  words: QueryWord[],
  reach: number,
  most = MOST_PER_WORD,
): Match[] {
  const found: Match[] = []
  if (lower.length === text.length) {
    for (const [index, word] of words.entries()) addPlainMatches(found, lower, word, index, reach, most)
  }
  const matches = found.length > 0 || isAscii(text) ? found : foldedMatches(text, words, most)
  return words.length === 1 ? matches : matches.sort((a, b) => a.from - b.from || b.to - a.to)
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
const ASCII_LETTERS = Array.from({ length: 128 }, (_, code) => LETTER.test(String.fromCharCode(code)))

function isLetterAt(text: string, index: number): boolean {
  if (index < 0 || index >= text.length) return false
  return ASCII_LETTERS[text.charCodeAt(index)] ?? LETTER.test(text[index]!)
}

function addPlainMatches(
  matches: Match[],
  lower: string,
  { word, prefix }: QueryWord,
  index: number,
  reach: number,
  most: number,
): void {
  const anywhere = isUnspaced(word)
  let within = lower
  let count = 0
  for (let from = within.indexOf(word); from !== -1 && count < most; from = within.indexOf(word, from + 1)) {
    let to = from + word.length
    if (!anywhere) {
      if (isLetterAt(lower, from - 1)) continue
      if (isLetterAt(lower, to)) {
        if (!prefix) continue
        while (isLetterAt(lower, to)) to++
      }
    }
    matches.push({ from, to, word: index })
    if (++count === 1) within = lower.slice(0, to + reach)
  }
}

/** Compares word by word as the index does, for text with accents that hide the typed form. */
function foldedMatches(text: string, words: QueryWord[], most: number): Match[] {
  const matches: Match[] = []
  for (const run of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = fold(run[0])
    const word = words.findIndex((asked) => (asked.prefix ? folded.startsWith(asked.word) : folded === asked.word))
    if (word !== -1) matches.push({ from: run.index, to: run.index + run[0].length, word })
    if (matches.length >= most * words.length) break
  }
  return matches
}

/** The match from which a snippet contains the most different words. */
function bestStart(matches: Match[]): number {
  let best = matches[0]?.from ?? 0
  let most = 1
  for (const [index, { from }] of matches.entries()) {
    let words = 0
    let seen = 0
    for (let other = index; other < matches.length && matches[other]!.to <= from + LENGTH - BEFORE; other++) {
      // Words beyond the 32nd share bits; they are hardly ever shown together.
      const bit = 1 << matches[other]!.word
      if ((seen & bit) === 0) words++
      seen |= bit
    }
    if (words > most) {
      most = words
      best = from
    }
  }
  return best
}

/** Skips a word cut in half, but never a match. */
function nextWordStart(text: string, start: number, matches: Match[]): number {
  const blank = text.slice(start, start + BEFORE).search(/\s/)
  const next = blank === -1 ? start : start + blank + 1
  const inside = matches.find((match) => match.from < next && match.to > start)
  return wholeCharacter(text, inside ? inside.from : next)
}

function lastWordEnd(text: string, end: number, from: number): number {
  const blank = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end))
  return blank > from + LENGTH / 2 ? blank : wholeCharacter(text, end)
}

/** Moves a cut out of a surrogate pair. */
const wholeCharacter = (text: string, index: number): number =>
  /[\udc00-\udfff]/.test(text[index] ?? '') ? index + 1 : index
