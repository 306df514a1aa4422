// Whether two sentences speak of the same thing and say otherwise: another figure, a denial, another name. No understanding:
// the words around the difference must be the same to a large part.

import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { keyOf, termsOf } from './text/words.ts'

/** ComparableText is a sentence made ready for many comparisons. `frame` is what it says besides its figures. */
export type ComparableText = {
  text: string
  key: string
  figures: Figure[]
  frame: Set<string>
  denials: number
  /** It says that something is otherwise than it was. */
  updates: boolean
}

export function compared(text: string, language: string): ComparableText {
  const { classes, updates } = languageOf(language)
  const figures = figuresIn(text)
  const bare = figures.reduceRight(
    (rest, { at, written }) => `${rest.slice(0, at)} ${rest.slice(at + written.length)}`,
    text,
  )
  // “is now”, “instead”, “moved”: words of a correction are not what it is about.
  const subject = fold(bare).replace(new RegExp(classes.no, 'gu'), ' ').replace(updates, ' ')
  return {
    text,
    key: keyOf(text),
    figures,
    frame: wordsOf(subject),
    denials: denials(text, language),
    updates: fold(text).search(updates) >= 0,
  }
}

/** isRepeated: the second says nothing that the first does not. */
export const isRepeated = (a: ComparableText, b: ComparableText): boolean =>
  a.key === b.key || (` ${a.key} `.includes(` ${b.key} `) && b.key.length > 12)

const isIn = (figure: Figure, all: Figure[]): boolean =>
  all.some(({ value, unit }) => value === figure.value && unit === figure.unit)
const isClock = ({ form }: Figure): boolean => form === 'date' || form === 'time'

/** otherFigures are those of each sentence that the other does not have; a reference (“step 2”) is no value. */
export const otherFigures = (old: ComparableText, now: ComparableText): { gone: Figure[]; come: Figure[] } => ({
  gone: old.figures.filter((figure) => !figure.reference && !isIn(figure, now.figures)),
  come: now.figures.filter((figure) => !figure.reference && !isIn(figure, old.figures)),
})

type ValueChange = [was: Figure, is: Figure]

/** otherValue: one figure of each, of the same unit and form. */
function otherValue(old: ComparableText, now: ComparableText): ValueChange | undefined {
  const { gone, come } = otherFigures(old, now)
  const isAlike = (was: Figure, is: Figure) =>
    was.unit === is.unit && (was.form === is.form || (!isClock(was) && !isClock(is)))
  for (const was of gone) {
    const is = come.find((one) => isAlike(was, one))
    if (is) return [was, is]
  }
  return undefined
}

/** Difference: the two values as they are written; a `sure` one contradicts, another may speak of another thing. */
type Difference = { first: string; second: string; sure: boolean }

/** differenceOf tells what `now` says otherwise than `old`; undefined when they agree or speak of different things. */
export function differenceOf(old: ComparableText, now: ComparableText): Difference | undefined {
  const shared = old.frame.intersection(now.frame).size
  const [least, most] = [Math.min(old.frame.size, now.frame.size), Math.max(old.frame.size, now.frame.size)]
  const sure = shared >= 0.7 * most
  const values = otherValue(old, now)
  if (values) {
    // One word exchanged for another (“the free plan”, “the club plan”) names another thing.
    const isSame = shared === least ? shared > 1 || most <= 2 : shared > 2 && shared >= 0.75 * least
    return isSame ? { first: shown(old.text, values[0]), second: shown(now.text, values[1]), sure } : undefined
  }
  const both = { first: old.text, second: now.text }
  const isDenied = (old.denials + now.denials) % 2 === 1
  if (isDenied) return shared > 1 && shared >= 0.6 * most && shared >= 0.8 * least ? { ...both, sure } : undefined
  // The same sentence but for a word or two.
  const isExchanged = shared < least && most - shared <= Math.max(2, most / 3) && shared >= 0.6 * most
  const { gone, come } = otherFigures(old, now)
  return isExchanged && gone.length + come.length === 0 ? { ...both, sure: false } : undefined
}

/** shown is a figure with the word after it. */
function shown(text: string, { at, written, unit }: Figure): string {
  const after = /^\s?(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}%°€$£]+)/u.exec(text.slice(at + written.length))
  return unit !== '' && after ? written + after[0] : written
}

const MOST_HOLDERS = 60
const MOST_NEAR = 8
/** Two sentences that share less of the shorter one's words, or a single one of many, say nothing of each other. */
const LEAST_SHARED = 0.5
const MANY_WORDS = 4
/** An order says little of what it is about, and what has figures may name the same thing in other words. */
const LEAST_OF_LOOSE = 0.25

type IndexedSentence<T> = { value: T; at: number; size: number; hasFigure: boolean }

/** SentenceIndex finds the sentences that share words with another, without comparing all with all, or reading more than words. */
export class SentenceIndex<T> {
  readonly #holders = new Map<string, IndexedSentence<T>[]>()
  #count = 0

  add(text: string, value: T): void {
    const words = wordsOf(text)
    const indexed = { value, at: this.#count++, size: words.size, hasFigure: /\d/.test(text) }
    for (const word of words) {
      const holders = this.#holders.getOrInsert(word, [])
      // A word that stands everywhere tells nothing, and would make the search slow.
      if (holders.length < MOST_HOLDERS) holders.push(indexed)
    }
  }

  /** near lists the sentences that share most words, best first. */
  near(text: string, mayOrder: boolean): T[] {
    const words = wordsOf(text)
    const hasFigure = /\d/.test(text)
    const counts = new Map<IndexedSentence<T>, number>()
    for (const word of words)
      for (const one of this.#holders.get(word) ?? []) counts.set(one, (counts.get(one) ?? 0) + 1)
    const isNear = ([one, shared]: [IndexedSentence<T>, number]) => {
      const [least, most] = [Math.min(one.size, words.size), Math.max(one.size, words.size)]
      if (mayOrder || (hasFigure && one.hasFigure)) return shared >= LEAST_OF_LOOSE * least
      return shared >= LEAST_SHARED * least && (shared > 1 || most < MANY_WORDS)
    }
    return [...counts]
      .filter(isNear)
      .sort((a, b) => b[1] - a[1] || a[0].at - b[0].at)
      .slice(0, MOST_NEAR)
      .map(([{ value }]) => value)
  }
}

const wordsOf = (text: string): Set<string> => new Set(termsOf(text).filter((term) => !/^\d/.test(term)))
