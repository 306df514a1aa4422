// Counts the words of a text, as every save does. Plain ASCII, which most texts are, is walked letter by letter, and a word
// met in any text before is the same string again: to make a string, and to look up one that was just made, is most of what
// counting and indexing take. words.ts says what a word is, and cuts all other texts.

import { randomInt } from 'node:crypto'
import { fold, isAscii, LONGEST_WORD, wordsOfFolded } from './words.ts'

/** WordCounts are the different words in the order in which they first stand, and beside each how often it does. */
export type WordCounts = { words: string[]; times: number[] }

export function countWords(text: string): WordCounts {
  const folded = fold(text)
  return isAscii(folded) ? vocabulary.count(folded) : countStrings(wordsOfFolded(folded))
}

function countStrings(words: string[]): WordCounts {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { words: [...counts.keys()], times: [...counts.values()] }
}

/** FACTOR differs in every process, so that nobody can make up words that all have the same hash. */
const FACTOR = randomInt(2 ** 31) * 2 + 1
const IS_LETTER = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0))
const FIRST_SIZE = 2 ** 12
const MOST_WORDS = 2 ** 17

/** A Vocabulary gives every word a number. One that has grown too large is forgotten and begins anew. */
class Vocabulary {
  #words: string[] = []
  #hashes = new Int32Array(FIRST_SIZE)
  /** For each word the last text that it was met in, and how often there. */
  #metIn = new Int32Array(FIRST_SIZE)
  #times = new Int32Array(FIRST_SIZE)
  /** For a hash one more than the word's number, or 0. Twice as many as words, so that some always stay free. */
  #places = new Int32Array(2 * FIRST_SIZE)
  #texts = 0

  count(text: string): WordCounts {
    if (this.#words.length > MOST_WORDS) this.#forget()
    const here = ++this.#texts
    const met: number[] = []
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
      const word = this.#numberOf(text, hash, from, Math.min(at - from, LONGEST_WORD))
      if (this.#metIn[word] === here) this.#times[word]!++
      else {
        this.#metIn[word] = here
        this.#times[word] = 1
        met.push(word)
      }
    }
    return { words: met.map((word) => this.#words[word]!), times: met.map((word) => this.#times[word]!) }
  }

  /** numberOf looks at the hash's own place in the table, then at those after it; a word not found gets the next number. */
  #numberOf(text: string, hash: number, from: number, length: number): number {
    let place = placeOf(hash, this.#places.length)
    for (let entry = this.#places[place]!; entry !== 0; entry = this.#places[place]!) {
      const known = entry - 1
      if (this.#hashes[known] === hash && isAt(this.#words[known]!, text, from, length)) return known
      place = (place + 1) & (this.#places.length - 1)
    }
    const number = this.#words.push(copyOf(text, from, length)) - 1
    this.#hashes[number] = hash
    this.#places[place] = number + 1
    if (this.#words.length === this.#hashes.length) this.#grow()
    return number
  }

  #grow(): void {
    const size = 2 * this.#hashes.length
    const grown = (array: Int32Array) => {
      const larger = new Int32Array(size)
      larger.set(array)
      return larger
    }
    this.#hashes = grown(this.#hashes)
    this.#metIn = grown(this.#metIn)
    this.#times = grown(this.#times)
    this.#places = new Int32Array(2 * size)
    for (let number = 0; number < this.#words.length; number++) {
      let place = placeOf(this.#hashes[number]!, this.#places.length)
      while (this.#places[place] !== 0) place = (place + 1) & (this.#places.length - 1)
      this.#places[place] = number + 1
    }
  }

  #forget(): void {
    this.#words = []
    this.#places.fill(0)
    this.#metIn.fill(0)
  }
}

const vocabulary = new Vocabulary()

const placeOf = (hash: number, places: number): number => (hash ^ (hash >>> 15)) & (places - 1)

/** copyOf is a slice that does not keep the whole text in memory, as V8's own may. */
const copyOf = (text: string, from: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, at) => text.charCodeAt(from + at)))

function isAt(word: string, text: string, from: number, length: number): boolean {
  if (word.length !== length) return false
  for (let at = 0; at < length; at++) if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false
  return true
}
