// Finds texts that say the same in nearly the same words. Word triples are kept in an index, so a new text is compared
// only with those it shares a triple with; the work stays linear in the text.

import { plainText } from './plain.ts'
import { headingKey, words } from './terms.ts'

const SAME_JACCARD = 0.7
const SAME_CONTAINED = 0.9
/** Triples that very many texts share say nothing; later texts are no longer listed under them. */
const MOST_LISTED = 12

export class SimilarTexts<T> {
  readonly #entries: { size: number; value: T; numbers: string[] }[] = []
  readonly #byShingle = new Map<string, number[]>()
  readonly #byWords = new Map<string, T[]>()

  add(text: string, value: T): void {
    const plain = plainText(withoutFences(text))
    const shingles = shinglesOf(plain)
    if (shingles.size === 0) return
    this.#byWords.getOrInsert(headingKey(plain), []).push(value)
    const index = this.#entries.push({ size: shingles.size, value, numbers: numbersOf(plain) }) - 1
    for (const shingle of shingles) {
      const listed = this.#byShingle.get(shingle)
      if (!listed) this.#byShingle.set(shingle, [index])
      else if (listed.length < MOST_LISTED) listed.push(index)
    }
  }

  /** find gives the value of a text that says the same, or all of this and more; one with another number never does. */
  find(text: string): T | undefined {
    return this.findAll(text)[0]
  }

  findAll(text: string): T[] {
    const plain = plainText(withoutFences(text))
    const shingles = shinglesOf(plain)
    const found = new Set(this.#byWords.get(headingKey(plain)))
    const shared = new Map<number, number>()
    for (const shingle of shingles)
      for (const index of this.#byShingle.get(shingle) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    const numbers = numbersOf(plain)
    for (const [index, common] of shared) {
      const entry = this.#entries[index]
      if (!entry || !numbers.every((number) => entry.numbers.includes(number))) continue
      const isContained = common / shingles.size >= SAME_CONTAINED
      const isAlike = common / (shingles.size + entry.size - common) >= SAME_JACCARD
      if (isContained || (isAlike && entry.numbers.length === numbers.length)) found.add(entry.value)
    }
    return [...found]
  }
}

/** The code in a step is known by what it says; a block of the draft has no fences around it. */
function withoutFences(text: string): string {
  return text.includes('\n') ? text.replace(/^[ \t]*(?:```|~~~).*$/gm, '') : text
}

function shinglesOf(text: string): Set<string> {
  const found = new Set<string>()
  const list = words(text)
  // Without spaces a whole clause is one word: characters stand in for words there.
  const units = list.length < 4 && text.length > 12 ? [...list.join('')] : list
  if (units.length < 3) {
    if (units.length > 0) found.add(units.join(' '))
    return found
  }
  for (let i = 0; i + 2 < units.length && found.size < 500; i++)
    found.add(`${units[i]} ${units[i + 1]} ${units[i + 2]}`)
  return found
}

function numbersOf(text: string): string[] {
  return text.match(/\d+/g) ?? []
}
