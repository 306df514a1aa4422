// Counts the words of a text, as every save does. Plain ASCII, which most texts are, is walked letter by letter, and only a
// word not met before becomes a string: looking up a string for each is most of what counting takes. words.ts says what a
// word is, and cuts all other texts.

import { randomInt } from 'node:crypto'
import { fold, isAscii, LONGEST_WORD, wordsOfFolded } from './words.ts'

export type WordCount = { word: string; times: number }

/** countWords returns the different words in the order in which they first stand. */
export function countWords(text: string): WordCount[] {
  const folded = fold(text)
  return isAscii(folded) ? countPlain(folded) : countStrings(wordsOfFolded(folded))
}

function countStrings(words: string[]): WordCount[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return Array.from(counts, ([word, times]) => ({ word, times }))
}

type Met = { hash: number; from: number; length: number; times: number }

/** FACTOR differs in every process, so that nobody can make up words that all have the same hash. */
const FACTOR = randomInt(2 ** 31) * 2 + 1
const IS_LETTER = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0))

function countPlain(text: string): WordCount[] {
  const met: Met[] = []
  // For a hash one more than the place in `met`, or 0; there are always more of them than words, so that some stay free.
  const places = new Int32Array(2 ** (32 - Math.clz32(text.length)))
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at)
    if (IS_LETTER[code] === 0) continue
    const from = at
    let hash = 0
    do {
      if (at - from < LONGEST_WORD) hash = (Math.imul(hash, FACTOR) + code) | 0
      at++
      code = at < text.length ? text.charCodeAt(at) : 0
    } while (IS_LETTER[code] === 1)
    meet(text, met, places, hash, from, Math.min(at - from, LONGEST_WORD))
  }
  return met.map(({ from, length, times }) => ({ word: text.slice(from, from + length), times }))
}

/** meet counts a word: at its own place in the table, or at the next free one. */
function meet(text: string, met: Met[], places: Int32Array, hash: number, from: number, length: number): void {
  const mask = places.length - 1
  let place = (hash ^ (hash >>> 15)) & mask
  while (places[place] !== 0) {
    const known = met[places[place]! - 1]!
    if (known.hash === hash && known.length === length && isSame(text, known.from, from, length)) {
      known.times++
      return
    }
    place = (place + 1) & mask
  }
  places[place] = met.push({ hash, from, length, times: 1 })
}

function isSame(text: string, a: number, b: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (text.charCodeAt(a + at) !== text.charCodeAt(b + at)) return false
  return true
}
