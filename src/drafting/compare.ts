// Compares two sentences about the same subject: another figure, a negation or another name. Purely lexical: most words
// around the difference must be the same.

import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { keyOf, termsOf } from './text/words.ts'

/** A sentence prepared for many comparisons. `frame` holds its words without the figures. */
export type ComparableText = {
  text: string
  key: string
  figures: Figure[]
  frame: Set<string>
  denials: number
  /** The sentence says that something has changed (“is now”, “instead”). */
  updates: boolean
}

export function compared(text: string, language: string): ComparableText {
  const { classes, updates } = languageOf(language)
  const figures = figuresIn(text)
  const bare = figures.reduceRight(
    (rest, { at, written }) => `${rest.slice(0, at)} ${rest.slice(at + written.length)}`,
    text,
  )
  // Words that announce a change (“is now”, “instead”, “moved”) are not part of the subject.
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

/** The second sentence adds nothing to the first. */
export const isRepeated = (a: ComparableText, b: ComparableText): boolean =>
  a.key === b.key || (` ${a.key} `.includes(` ${b.key} `) && b.key.length > 12)

const isIn = (figure: Figure, all: Figure[]): boolean =>
  all.some(({ value, unit }) => value === figure.value && unit === figure.unit)
const isClock = ({ form }: Figure): boolean => form === 'date' || form === 'time'

/** The figures that only one of the two sentences has. References (“step 2”) don't count. */
export const otherFigures = (old: ComparableText, now: ComparableText): { gone: Figure[]; come: Figure[] } => ({
  gone: old.figures.filter((figure) => !figure.reference && !isIn(figure, now.figures)),
  come: now.figures.filter((figure) => !figure.reference && !isIn(figure, old.figures)),
})

type ValueChange = [was: Figure, is: Figure]

/** A figure of each sentence that differs in value but has the same unit and form. */
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

/**
 * The two differing values as written. `sure`: the sentences contradict each other; otherwise they may be about different
 * things.
 */
type Difference = { first: string; second: string; sure: boolean }

/** How `now` differs from `old`; undefined when they agree or are about different things. */
export function differenceOf(old: ComparableText, now: ComparableText): Difference | undefined {
  const shared = old.frame.intersection(now.frame).size
  const [least, most] = [Math.min(old.frame.size, now.frame.size), Math.max(old.frame.size, now.frame.size)]
  const sure = shared >= 0.7 * most
  const values = otherValue(old, now)
  if (values) {
    // One word exchanged for another (“the free plan”, “the club plan”) makes it another subject.
    const isSame = shared === least ? shared > 1 || most <= 2 : shared > 2 && shared >= 0.75 * least
    return isSame ? { first: shown(old.text, values[0]), second: shown(now.text, values[1]), sure } : undefined
  }
  const both = { first: old.text, second: now.text }
  const isDenied = (old.denials + now.denials) % 2 === 1
  if (isDenied) return shared > 1 && shared >= 0.6 * most && shared >= 0.8 * least ? { ...both, sure } : undefined
  // The same sentence except for a word or two.
  const isExchanged = shared < least && most - shared <= Math.max(2, most / 3) && shared >= 0.6 * most
  const { gone, come } = otherFigures(old, now)
  return isExchanged && gone.length + come.length === 0 ? { ...both, sure: false } : undefined
}

function shown(text: string, { at, written, unit }: Figure): string {
  const after = /^\s?(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}%°€$£]+)/u.exec(text.slice(at + written.length))
  return unit !== '' && after ? written + after[0] : written
}

const MOST_HOLDERS = 60
const MOST_NEAR = 8
/** Sentences that share less than this of the shorter one's words are unrelated. */
const LEAST_SHARED = 0.5
const MANY_WORDS = 4
/**
 * Lower for instructions, which name little of their subject, and for sentences with figures, which may name it in other
 * words.
 */
const LEAST_OF_LOOSE = 0.25

type IndexedSentence<T> = { value: T; at: number; size: number; hasFigure: boolean }

/** Finds sentences that share words with a given one, without comparing all pairs. */
export class SentenceIndex<T> {
  readonly #holders = new Map<string, IndexedSentence<T>[]>()
  #count = 0

  add(text: string, value: T): void {
    const words = wordsOf(text)
    const indexed = { value, at: this.#count++, size: words.size, hasFigure: /\d/.test(text) }
    for (const word of words) {
      const holders = this.#holders.getOrInsert(word, [])
      // Very common words are cut off: they tell sentences apart badly and would make the search slow.
      if (holders.length < MOST_HOLDERS) holders.push(indexed)
    }
  }

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
