// Scores how well a passage answers a question, by the words they share: in the passage, its best sentence, its section, its
// page and the headings above; how close they are; and whether the passage looks like that kind of answer. Pure. Weights were
// fitted with leave-one-out on questions about public documentation (bench/ask).

import type { CutPage, CutPassage, CutSection } from './cut.ts'
import { type AskedQuestion, type FoundTerm, findTerms, isOfValue, kindScore, MOST_TERMS } from './question.ts'

export const FEATURES = [
  'context',
  'terms',
  'whole',
  'heading',
  'title',
  'titleFit',
  'long',
  'first',
  'bm',
  'bmSection',
  'bmPage',
  'kind',
  'sentenceKind',
  'value',
  'near',
] as const
type Feature = (typeof FEATURES)[number]
type Features = Record<Feature, number>

const WEIGHTS: Features = {
  context: 7.1,
  terms: 3.3,
  whole: -4.59,
  heading: 2.91,
  title: 1.7,
  titleFit: 2.01,
  long: -1.1,
  first: 0.74,
  bm: 1.63,
  bmSection: 0.9,
  bmPage: 1.78,
  kind: 1.62,
  sentenceKind: 0.36,
  value: 2,
  near: 2.71,
}

/** Smoothing in words; usual lengths of passages, sections and pages in characters. */
const WORD = 6
const USUAL = { passage: 540, section: 1_200, page: 5_400 }
/** Weight of a synonym. */
export const ALIKE = 0.7
/** Distances in characters at which a number, or another term, counts half. */
const [NEAR, CLOSE] = [30, 15]
/** When choosing a sentence: the weight of its kind, and the penalty for length. */
const [SENTENCE_KIND, SENTENCE_LENGTH] = [0.35, 0.03]
const SENTENCE = 80

export type PageToScore = CutPage & { title: string; flatTitle: string }
/** `sentence` is cut roughly; after close reading it is the best one. `bits` are the terms in the passage or above it. */
export type ScoredPassage = {
  passage: CutPassage
  bits: number
  features: Features
  score: number
  sentence: [from: number, to: number]
}

const NO_SENTENCE: [number, number] = [0, 0]

const saturated = (count: number, length: number, usual: number): number =>
  (count * 2.2) / (count + 1.2 * (0.3 + (0.7 * length) / usual))

/** How often each term occurs in a part of a page, and all of them as bits. */
class TermTally {
  readonly counts: number[]
  bits = 0
  constructor(terms: number) {
    this.counts = new Array<number>(terms).fill(0)
  }
  add(term: number): void {
    this.counts[term % MOST_TERMS]! += term < MOST_TERMS ? 1 : ALIKE
    this.bits |= 1 << term
  }
}

/** Scores one question over many pages. */
export class Scorer {
  readonly question: AskedQuestion
  readonly #total: number
  readonly #weights: number[]

  constructor(question: AskedQuestion) {
    this.question = question
    this.#weights = question.terms.map(({ weight }) => weight)
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0) || 1
  }

  /** Synonyms count if the term itself is missing. */
  #worth(term: number, bits: number): number {
    if (term < MOST_TERMS) return this.#weights[term]!
    return bits & (1 << (term - MOST_TERMS)) ? 0 : ALIKE * this.#weights[term - MOST_TERMS]!
  }

  /** These terms' share of the question's weight. */
  #share(bits: number): number {
    let sum = 0
    for (let rest = bits, term = 0; rest !== 0; rest >>>= 1, term++) if (rest & 1) sum += this.#worth(term, bits)
    return sum / this.#total
  }

  #weighed(counts: number[], worth: (count: number) => number): number {
    let sum = 0
    for (const [term, count] of counts.entries()) if (count > 0) sum += this.#weights[term]! * worth(count)
    return sum / this.#total
  }

  /** Scores the passages that have a term of the question in them or above them. */
  score(page: PageToScore, weights = WEIGHTS): ScoredPassage[] {
    const { terms } = this.question
    const found = findTerms(page, terms)
    const title = this.#tallied(findTerms({ text: page.title, flat: page.flatTitle }, terms))
    if (found.length === 0 && title.bits === 0) return []
    const whole = this.#tallied(found)
    const sections = page.sections.map((section, nth) => this.#section(page, section, page.sections[nth + 1], found))
    const shared: Partial<Features> = {
      title: this.#share(title.bits),
      titleFit: fitOf(title.bits, page.flatTitle, this.#share(title.bits)),
      long: Math.log(1 + page.text.length / WORD / 500),
      bmPage: this.#weighed(whole.counts, (count) => saturated(count, page.text.length, USUAL.page)),
    }
    let before = -1
    return page.passages.flatMap((passage) => {
      const [section, isFirst] = [sections[passage.section]!, passage.section !== before]
      before = passage.section
      const inside = between(found, passage.from, passage.to)
      if (inside.length === 0 && (section.heading | title.bits) === 0) return []
      const above = page.sections[passage.section]!.above.reduce((bits, nth) => bits | sections[nth]!.heading, 0)
      const own = this.#passage(passage, inside)
      const bits = own.bits | section.heading | above | title.bits
      const features = {
        ...shared,
        ...section.features,
        ...own.features,
        context: this.#share(bits),
        first: isFirst ? 1 : 0,
      } as Features
      return { passage, bits, features, score: weigh(features, weights), sentence: NO_SENTENCE }
    })
  }

  #tallied(found: FoundTerm[]): TermTally {
    const tally = new TermTally(this.#weights.length)
    for (const { term } of found) tally.add(term)
    return tally
  }

  #section(page: PageToScore, section: CutSection, next: CutSection | undefined, found: FoundTerm[]) {
    const to = next?.from ?? page.text.length
    const all = this.#tallied(between(found, section.from, to))
    const heading = this.#tallied(between(found, section.from, section.from + section.heading.length)).bits
    const features = {
      heading: this.#share(heading),
      bmSection: this.#weighed(all.counts, (count) => saturated(count, to - section.from, USUAL.section)),
    }
    return { heading, features }
  }

  #passage({ from, to }: CutPassage, inside: FoundTerm[]) {
    const { bits, counts } = this.#tallied(inside)
    const features = {
      terms: countOf(bits) / this.#weights.length,
      whole: this.#share(bits) ** 2,
      bm: this.#weighed(counts, (count) => saturated(count, to - from, USUAL.passage)),
      kind: 0,
      sentenceKind: 0,
      value: 0,
      near: this.#near(inside),
    }
    return { bits, features }
  }

  /** How close the terms are to each other. */
  #near(inside: FoundTerm[]): number {
    const nearest = new Array<number>(this.#weights.length).fill(0)
    for (let nth = 1; nth < inside.length; nth++) {
      const [before, one] = [inside[nth - 1]!, inside[nth]!]
      const both = [before.term % MOST_TERMS, one.term % MOST_TERMS] as const
      if (both[0] === both[1]) continue
      const worth = 1 / (1 + Math.max(0, one.from - before.to) / CLOSE)
      for (const term of both) nearest[term] = Math.max(nearest[term]!, worth)
    }
    return this.#weighed(nearest, (worth) => worth)
  }

  #shareOf(found: FoundTerm[], from: number, to: number): number {
    return this.#share(bitsOf(between(found, from, to)))
  }

  /** Also checks the question's kind, the most expensive part, and picks the sentence. */
  readClosely(page: PageToScore, scored: ScoredPassage, weights = WEIGHTS): ScoredPassage {
    const { from, to, pieces } = scored.passage
    const has = {
      code: pieces.some(({ type }) => type === 'codeBlock'),
      steps: pieces.some(({ type }) => type === 'numberedListItem'),
    }
    const [text, flat] = [page.text.slice(from, to), page.flat.slice(from, to)]
    const found = findTerms({ text, flat }, this.question.terms)
    const starts = pieces.flatMap((piece) => piece.starts)
    let [sentenceKind, most]: [number, number] = [0, Number.NEGATIVE_INFINITY]
    let sentence: [number, number] = [from, starts[1] ?? to]
    for (const [nth, start] of starts.entries()) {
      const end = starts[nth + 1] ?? to
      const share = this.#shareOf(found, start - from, end - from)
      const kind = share === 0 ? 0 : kindScore(this.question, page.flat.slice(start, end), has)
      sentenceKind = Math.max(sentenceKind, share * kind)
      const worth = share + SENTENCE_KIND * kind - SENTENCE_LENGTH * Math.log(1 + (end - start) / SENTENCE)
      if (worth > most) [most, sentence] = [worth, [start, end]]
    }
    const value = isOfValue(this.question) ? valueNear(found, flat) : 0
    const features = { ...scored.features, sentenceKind, kind: kindScore(this.question, flat, has), value }
    return { ...scored, features, score: weigh(features, weights), sentence }
  }
}

/** How close a number is to one of the terms. */
function valueNear(found: FoundTerm[], flat: string): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const { index } of flat.matchAll(/\p{N}+/gu))
    for (const { from } of found) nearest = Math.min(nearest, Math.abs(from - index))
  return 1 / (1 + nearest / NEAR)
}

const weigh = (features: Features, weights: Features): number =>
  FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0)

const bitsOf = (found: FoundTerm[]): number => found.reduce((bits, { term }) => bits | (1 << term), 0)

const between = (found: FoundTerm[], from: number, to: number): FoundTerm[] =>
  found.slice(firstFrom(found, from), firstFrom(found, to))

/** The index of the first one at or after `at`. */
function firstFrom(found: FoundTerm[], at: number): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (found[middle]!.from < at) low = middle + 1
    else high = middle
  }
  return low
}

/** High if a heading has the question's terms and little else. */
function fitOf(bits: number, heading: string, share: number): number {
  if (bits === 0) return 0
  const words = heading.match(/[\p{L}\p{N}]+/gu)?.length ?? 1
  return Math.min(1, countOf(bits) / words) * Math.min(1, 2 * share)
}

function countOf(bits: number): number {
  let count = 0
  const either = (bits | (bits >>> MOST_TERMS)) & ((1 << MOST_TERMS) - 1)
  for (let rest = either; rest !== 0; rest &= rest - 1) count++
  return count
}
