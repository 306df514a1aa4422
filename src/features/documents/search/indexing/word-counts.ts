// Counts the words of a text, as every save does. Plain ASCII, which most texts are, is walked byte by byte, and a word met in
// any text before is the same string again: making a string, and looking up one that was just made, is most of the time
// that counting and indexing take. words.ts says what a word is, and cuts all other texts. What it gains over a Map of
// strings (CPU of the event loop): 8 % of a create, 10 % of an update (1,044 instead of 1,165 µs).

import { randomInt } from 'node:crypto'
import { isAscii } from '#folding.ts'
import { LONGEST_WORD, SHORTEST_PART, wordsOf } from './words.ts'

/** WordCounts are the different words in the order in which they first occur, and beside each how often it does. */
type WordCounts = { words: string[]; times: number[] }

export const countWords = (text: string): WordCounts =>
  isAscii(text) ? vocabulary.count(text) : countStrings(wordsOf(text))

function countStrings(words: string[]): WordCounts {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { words: [...counts.keys()], times: [...counts.values()] }
}

/** FACTOR differs in every process, so that nobody can make up words that all have the same hash. */
const FACTOR = randomInt(2 ** 31) * 2 + 1
/** LETTER is for each byte the letter or digit that it stands for in a word, and 0 for all that ends one. */
const LETTER = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0
})
const isUpper = (byte: number): boolean => byte >= 65 && byte <= 90
const isLower = (byte: number): boolean => byte >= 97 && byte <= 122
const NO_SEAMS: readonly number[] = []
const FIRST_SIZE = 2 ** 12
const LETTERS_A_WORD = 8
const MOST_WORDS = 2 ** 17

/** A Vocabulary gives every word a number. One that has grown too large is forgotten and begins again. */
class Vocabulary {
  #words: string[] = []
  #hashes = new Int32Array(FIRST_SIZE)
  /** The words' characters one after another, and where each begins: the next one's beginning is its end. */
  #letters = new Uint8Array(FIRST_SIZE * LETTERS_A_WORD)
  #begins = new Int32Array(FIRST_SIZE + 1)
  /** For each word the last text that it was met in, and how often there. */
  #metIn = new Int32Array(FIRST_SIZE)
  #times = new Int32Array(FIRST_SIZE)
  /** For a hash one more than the word's number, or 0. Twice as many as words, so that some always stay free. */
  #places = new Int32Array(2 * FIRST_SIZE)
  #texts = 0
  #bytes = Buffer.alloc(FIRST_SIZE)

  count(text: string): WordCounts {
    if (this.#words.length > MOST_WORDS) this.#forget()
    const here = ++this.#texts
    const met: number[] = []
    const bytes = this.#bytesOf(text)
    for (let at = 0; at < text.length; at++) {
      const from = at
      let hash = 0
      let before = 0
      let seams = NO_SEAMS
      for (let letter = LETTER[bytes[at]!]!; letter !== 0; letter = LETTER[bytes[at]!]!) {
        if (at - from < LONGEST_WORD) hash = (Math.imul(hash, FACTOR) + letter) | 0
        const byte = bytes[at]!
        // A name like useFetch or HTMLElement counts as itself and as its parts (words.ts).
        if (isUpper(byte) && (isLower(before) || (isUpper(before) && isLower(bytes[at + 1]!)))) seams = [...seams, at]
        before = byte
        bytes[at++] = letter
      }
      if (at === from) continue
      this.#meet(bytes, hash, from, at, here, met)
      if (seams !== NO_SEAMS) this.#meetParts(bytes, [from, ...seams, at], here, met)
    }
    return { words: met.map((word) => this.#words[word]!), times: met.map((word) => this.#times[word]!) }
  }

  #meet(bytes: Uint8Array, hash: number, from: number, to: number, here: number, met: number[]): void {
    const word = this.#numberOf(bytes, hash, from, Math.min(to - from, LONGEST_WORD))
    if (this.#metIn[word] === here) this.#times[word]!++
    else {
      this.#metIn[word] = here
      this.#times[word] = 1
      met.push(word)
    }
  }

  #meetParts(bytes: Uint8Array, edges: number[], here: number, met: number[]): void {
    for (let nth = 1; nth < edges.length; nth++) {
      const [from, to] = [edges[nth - 1]!, edges[nth]!]
      if (to - from < SHORTEST_PART) continue
      let hash = 0
      for (let at = from; at < to && at - from < LONGEST_WORD; at++) hash = (Math.imul(hash, FACTOR) + bytes[at]!) | 0
      this.#meet(bytes, hash, from, to, here, met)
    }
  }

  /** bytesOf ends with a byte that is no letter. */
  #bytesOf(text: string): Uint8Array {
    if (this.#bytes.length <= text.length) this.#bytes = Buffer.alloc(2 * text.length)
    this.#bytes[this.#bytes.write(text, 'latin1')] = 0
    return this.#bytes
  }

  /** numberOf looks at the hash's own place in the table, then at those after it; a word not found gets the next number. */
  #numberOf(bytes: Uint8Array, hash: number, from: number, length: number): number {
    const places = this.#places
    let place = placeOf(hash, places)
    for (let entry = places[place]!; entry !== 0; entry = places[place]!) {
      if (this.#hashes[entry - 1] === hash && this.#isAt(entry - 1, bytes, from, length)) return entry - 1
      place = (place + 1) & (places.length - 1)
    }
    places[place] = this.#words.length + 1
    return this.#learn(bytes.subarray(from, from + length), hash)
  }

  #isAt(word: number, bytes: Uint8Array, from: number, length: number): boolean {
    const begin = this.#begins[word]!
    if (this.#begins[word + 1]! - begin !== length) return false
    for (let at = 0; at < length; at++) if (this.#letters[begin + at] !== bytes[from + at]) return false
    return true
  }

  #learn(letters: Uint8Array, hash: number): number {
    const number = this.#words.push(String.fromCharCode(...letters)) - 1
    const begin = this.#begins[number]!
    if (begin + letters.length > this.#letters.length) this.#letters = twice(this.#letters)
    this.#letters.set(letters, begin)
    this.#begins[number + 1] = begin + letters.length
    this.#hashes[number] = hash
    if (this.#words.length === this.#hashes.length) this.#grow()
    return number
  }

  #grow(): void {
    this.#hashes = twice(this.#hashes)
    this.#begins = twice(this.#begins)
    this.#metIn = twice(this.#metIn)
    this.#times = twice(this.#times)
    const places = new Int32Array(2 * this.#places.length)
    for (let number = 0; number < this.#words.length; number++) {
      let place = placeOf(this.#hashes[number]!, places)
      while (places[place] !== 0) place = (place + 1) & (places.length - 1)
      places[place] = number + 1
    }
    this.#places = places
  }

  #forget(): void {
    this.#words = []
    this.#places.fill(0)
    this.#metIn.fill(0)
  }
}

const vocabulary = new Vocabulary()

const placeOf = (hash: number, places: Int32Array): number => (hash ^ (hash >>> 15)) & (places.length - 1)

function twice<T extends Int32Array | Uint8Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length)
  larger.set(array)
  return larger
}
