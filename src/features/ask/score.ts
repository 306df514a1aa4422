// How well a passage answers a question, from the words it shares with it: in the passage, its best sentence, its section, its page,
// the headings above it; how close they are; whether it looks like an answer of that kind. Pure. The weights were fitted on
// questions about public documentations (bench/ask), each of which was left out once.

import type { CutPage, CutPassage, CutSection } from './cut.ts'
import { type AskedQuestion, type FoundTerm, findTerms, fits } from './question.ts'

export const FEATURES = [
  'body',
  'context',
  'often',
  'sentence',
  'heading',
  'headingFit',
  'above',
  'title',
  'titleFit',
  'close',
  'page',
  'section',
  'long',
  'short',
  'first',
  'bm',
  'bmSection',
  'bmPage',
  'kind',
  'sentenceKind',
] as const
type Feature = (typeof FEATURES)[number]
type Features = Record<Feature, number>

const WEIGHTS: Features = {
  body: 0.97,
  context: 1.84,
  often: 0.69,
  sentence: 0.52,
  heading: 0.74,
  headingFit: 0.38,
  above: 0.43,
  title: 0.56,
  titleFit: 0.64,
  close: 0.66,
  page: 0.44,
  section: 0.52,
  long: -0.67,
  short: -0.1,
  first: 0.55,
  bm: 1.58,
  bmSection: 1.26,
  bmPage: 1.23,
  kind: 1.14,
  sentenceKind: 0.83,
}

/** What counts as much as one word, and the usual lengths of passages, sections and pages, in characters. */
const WORD = 6
const USUAL = { passage: 540, section: 1_200, page: 5_400 }
/** Terms further apart than this many characters are not close at all. */
const FAR = 60

export type PageToScore = CutPage & { title: string; flatTitle: string }
/** `sentence` is roughly cut: the one that has most of the question, once the passage was read closely. */
export type ScoredPassage = {
  passage: CutPassage
  features: Features
  score: number
  sentence: [from: number, to: number]
}

const NO_SENTENCE: [number, number] = [0, 0]

const saturated = (count: number, length: number, usual: number): number =>
  (count * 2.2) / (count + 1.2 * (0.3 + (0.7 * length) / usual))

/** A TermTally is what a part of a page has of the question: how often each term, and all of them as bits. */
class TermTally {
  readonly counts: number[]
  bits = 0
  constructor(terms: number) {
    this.counts = new Array<number>(terms).fill(0)
  }
  add(term: number): void {
    this.counts[term]!++
    this.bits |= 1 << term
  }
}

/** Scorer is one question over many pages. */
export class Scorer {
  readonly question: AskedQuestion
  readonly #total: number
  readonly #weights: number[]

  constructor(question: AskedQuestion) {
    this.question = question
    this.#weights = question.terms.map(({ weight }) => weight)
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0) || 1
  }

  /** #share is how much of the question these terms are. */
  #share(bits: number): number {
    let sum = 0
    for (let rest = bits, term = 0; rest !== 0; rest >>>= 1, term++) if (rest & 1) sum += this.#weights[term]!
    return sum / this.#total
  }

  #weighed(counts: number[], worth: (count: number) => number): number {
    let sum = 0
    for (const [term, count] of counts.entries()) if (count > 0) sum += this.#weights[term]! * worth(count)
    return sum / this.#total
  }

  /** score is of those passages that have something of the question, in them or above them. */
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
      page: this.#share(whole.bits | title.bits),
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
      const features = {
        ...shared,
        ...section.features,
        ...own.features,
        context: this.#share(own.bits | section.heading | above | title.bits),
        above: this.#share(above),
        first: isFirst ? 1 : 0,
      } as Features
      return { passage, features, score: weigh(features, weights), sentence: NO_SENTENCE }
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
    const share = this.#share(heading)
    const features = {
      heading: share,
      headingFit: fitOf(heading, section.heading, share),
      section: this.#share(all.bits),
      bmSection: this.#weighed(all.counts, (count) => saturated(count, to - section.from, USUAL.section)),
    }
    return { heading, features }
  }

  #passage({ from, to, pieces }: CutPassage, inside: FoundTerm[]) {
    const { bits, counts } = this.#tallied(inside)
    const starts = pieces.flatMap((piece) => piece.starts)
    const shares =
      inside.length === 0 ? [0] : starts.map((start, nth) => this.#shareOf(inside, start, starts[nth + 1] ?? to))
    const features = {
      body: this.#share(bits),
      often: this.#weighed(counts, (count) => count / (count + 1.2)),
      bm: this.#weighed(counts, (count) => saturated(count, to - from, USUAL.passage)),
      sentence: Math.max(...shares),
      close: this.#close(inside),
      short: Math.log(1 + 60 / ((to - from) / WORD + 5)),
      kind: 0,
      sentenceKind: 0,
    }
    return { bits, features }
  }

  #shareOf(found: FoundTerm[], from: number, to: number): number {
    return this.#share(bitsOf(between(found, from, to)))
  }

  /** readClosely also looks at the kind of the question, which takes longer than all the rest, and picks the sentence. */
  readClosely(page: PageToScore, { passage, features: rough }: ScoredPassage, weights = WEIGHTS): ScoredPassage {
    const { from, to, pieces } = passage
    const has = {
      code: pieces.some(({ type }) => type === 'codeBlock'),
      steps: pieces.some(({ type }) => type === 'numberedListItem'),
    }
    const [text, flat] = [page.text.slice(from, to), page.flat.slice(from, to)]
    const found = findTerms({ text, flat }, this.question.terms)
    const starts = pieces.flatMap((piece) => piece.starts)
    let [sentenceKind, most]: [number, number] = [0, -1]
    let sentence: [number, number] = [from, starts[1] ?? to]
    for (const [nth, start] of starts.entries()) {
      const end = starts[nth + 1] ?? to
      const share = this.#shareOf(found, start - from, end - from)
      const kind = share === 0 ? 0 : share * fits(this.question, page.flat.slice(start, end), has)
      sentenceKind = Math.max(sentenceKind, kind)
      if (share + kind > most) [most, sentence] = [share + kind, [start, end]]
    }
    const features = { ...rough, sentenceKind, kind: fits(this.question, flat, has) }
    return { passage, features, score: weigh(features, weights), sentence }
  }

  /** #close: terms that follow each other in the question do so here. */
  #close(inside: FoundTerm[]): number {
    const nearest = new Array<number>(this.#weights.length).fill(Number.POSITIVE_INFINITY)
    const last = new Array<number>(this.#weights.length).fill(Number.NEGATIVE_INFINITY)
    for (const { from, to, term } of inside) {
      for (const [pair, other] of [
        [term, term - 1],
        [term + 1, term + 1],
      ] as const)
        if (other >= 0 && other < last.length)
          nearest[pair] = Math.min(nearest[pair]!, Math.max(0, from - last[other]!))
      last[term] = to
    }
    let [sum, most] = [0, 0]
    for (let pair = 1; pair < nearest.length; pair++) {
      const weight = this.#weights[pair]! + this.#weights[pair - 1]!
      most += weight
      if (nearest[pair]! <= FAR) sum += weight / (1 + nearest[pair]! / WORD)
    }
    return most === 0 ? 0 : sum / most
  }
}

const weigh = (features: Features, weights: Features): number =>
  FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0)

const bitsOf = (found: FoundTerm[]): number => found.reduce((bits, { term }) => bits | (1 << term), 0)

const between = (found: FoundTerm[], from: number, to: number): FoundTerm[] =>
  found.slice(firstFrom(found, from), firstFrom(found, to))

/** firstFrom is the place of the first one that is not before. */
function firstFrom(found: FoundTerm[], at: number): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (found[middle]!.from < at) low = middle + 1
    else high = middle
  }
  return low
}

/** fitOf is high where a heading says what was asked for and little else. */
function fitOf(bits: number, heading: string, share: number): number {
  if (bits === 0) return 0
  const words = heading.match(/[\p{L}\p{N}]+/gu)?.length ?? 1
  let met = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) met++
  return Math.min(1, met / words) * Math.min(1, 2 * share)
}
