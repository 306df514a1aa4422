// Orders candidates by their texts: how much of a title or heading was asked for, whether one section has all words, and how
// close they are. Pure and the same on both engines.

import type { FoundDocument } from '../store.ts'
import type { Candidate, WeightedTerm } from './candidates.ts'
import type { Headline, Hit, HitSection } from './hits.ts'
import { type Match, matchesIn } from './snippet.ts'

/** Weights; parts are between 0 and 1, except the fields of candidates.ts, which reach 4. */
const WORTH = { title: 3.5, heading: 3, phrase: 1.5, exact: 1, together: 1.5, next: 0.5, whole: 20, verbatim: 40 }
const MOST_MATCHES = 16
/** How many more texts are examined than results are wanted. */
const MORE_READ = 10
/** At most so many characters between adjacent words. */
const NEXT = 2
const RESPELT = 0.7
/** The weight of another form of a word, or of a longer word that begins with the typed one. */
const OTHER_FORM = 0.5

type Question = {
  key: string
  weighed: WeightedTerm[]
  isStrict: boolean
  empty: ReadonlySet<string>
  /** Literal strings in lower case; documents that contain them come first. */
  verbatim: string[]
}
type Ranking = { candidate: Candidate; hit: Hit; found: FoundDocument }
type Ranked = { hit: Hit; score: number; section: HitSection | null }

/** Best first. Examines only texts that may still be among the results. */
export function rank(question: Question, rankings: Ranking[], limit: number): Ranked[] {
  const asked = new RankedQuery(question)
  const headed = rankings.map((ranking) => ({ ...ranking, ...headingsOf(asked, ranking) })).sort(byScore)
  const read = headed.slice(0, limit + MORE_READ).map((one) => ({ ...one, ...readClosely(asked, one) }))
  return read
    .sort(byScore)
    .slice(0, limit)
    .map(({ hit, score, section }) => ({ hit, score: round(score), section }))
}

/** For a single term, documents without it in a title or heading differ only by popularity. */
export function worthReading(candidates: Candidate[], found: Map<number, FoundDocument>, limit: number): Candidate[] {
  const readable = candidates.filter(({ id }) => found.has(id))
  const plain = readable
    .filter(({ score }) => score <= 1)
    .sort((a, b) => popularityBonus(found.get(b.id)!) - popularityBonus(found.get(a.id)!) || b.id - a.id)
  return [...readable.filter(({ score }) => score > 1), ...plain.slice(0, limit)]
}

const byScore = (a: { score: number; hit: Hit }, b: { score: number; hit: Hit }): number =>
  round(b.score) - round(a.score) || b.hit.item.id - a.hit.item.id

/** A question with values precomputed for all headings. */
class RankedQuery {
  readonly question: Question
  readonly total: number
  readonly byWord = new Map<string, WeightedTerm>()

  constructor(question: Question) {
    this.question = question
    this.total = question.weighed.reduce((sum, { weight }) => sum + weight, 0)
    for (const one of question.weighed)
      for (const { word } of one.term.words) if (!this.byWord.has(word)) this.byWord.set(word, one)
  }
}

type ScoredByHeadings = Ranking & { score: number; title: number; headings: number[] }

/** Scores title and headings; readClosely adds the text. */
function headingsOf(asked: RankedQuery, { candidate, hit, found }: Ranking) {
  const title = headingScore(asked, hit.headline, WORTH.title)
  const headings = hit.sections.map(({ headline }) => headingScore(asked, headline, WORTH.heading))
  const whole = asked.question.isStrict && candidate.isWhole ? WORTH.whole : 0
  const verbatim = WORTH.verbatim * verbatimShare(asked.question.verbatim, hit)
  return {
    title,
    headings,
    score: candidate.score + Math.max(title, ...headings) + popularityBonus(found) + whole + verbatim,
  }
}

const verbatimShare = (strings: string[], { lower, item }: Hit): number =>
  strings.length === 0
    ? 0
    : strings.filter((one) => lower.includes(one) || item.title.toLowerCase().includes(one)).length / strings.length

/** Adds how well sections contain the words, and names the best one; null is the whole document. */
function readClosely(asked: RankedQuery, { hit, score, title, headings }: ScoredByHeadings) {
  const { opening, under } = sectionScores(asked, hit)
  let [best, section]: [number, HitSection | null] = [title + opening, null]
  for (const [nth, heading] of headings.entries())
    if (heading + under[nth]! > best) [best, section] = [heading + under[nth]!, hit.sections[nth]!]
  return { score: score - Math.max(title, ...headings) + Math.max(best, title, ...headings), section }
}

/** High if a heading has the query's words and little else. */
function headingScore(
  { question: { key, empty }, byWord, total }: RankedQuery,
  { key: heading, words }: Headline,
  worth: number,
): number {
  const met: WeightedTerm[] = []
  let [matched, telling, weight] = [0, 0, 0]
  for (const word of words) {
    const one = byWord.get(word)
    if (one || !empty.has(word)) telling++
    if (!one) continue
    const like = likeness(one.term.shown, word)
    matched += like
    if (!met.includes(one)) weight += one.weight * like
    met.push(one)
  }
  if (matched === 0) return 0
  const share = weight / total
  const phrase = ` ${key} `.includes(` ${heading} `) ? WORTH.phrase * share : 0
  return worth * (matched / telling) * share + phrase + (key === heading ? WORTH.exact : 0)
}

/** Of two words that begin with what was typed, the shorter is more similar. */
const likeness = (typed: string, word: string): number =>
  word.startsWith(typed) ? typed.length / word.length : RESPELT

/** How well each section contains all terms; `opening` is the text before the first heading. */
function sectionScores({ question: { weighed }, total }: RankedQuery, hit: Hit): { opening: number; under: number[] } {
  const under = hit.sections.map(() => 0)
  if (weighed.length === 1 || !hit.written) return { opening: 0, under }
  const words = weighed.flatMap(({ term }, nth) => term.marks.map((word) => ({ ...word, nth })))
  const matches = matchesIn(hit, words, hit.text.length, MOST_MATCHES)
  let opening = 0
  let from = 0
  for (let nth = -1; nth < hit.sections.length; nth++) {
    const end = hit.sections[nth + 1]?.from ?? Number.POSITIVE_INFINITY
    let to = from
    while (to < matches.length && matches[to]!.from < end) to++
    const score = together(matches.slice(from, to), words, weighed) / total
    if (nth === -1) opening = score
    else under[nth] = score
    from = to
  }
  return { opening, under }
}

function together(matches: Match[], words: { nth: number }[], weighed: WeightedTerm[]): number {
  const times = weighed.map(() => 0)
  let next = 0
  for (const [index, match] of matches.entries()) {
    const { nth } = words[match.word]!
    times[nth]! += match.to - match.from === weighed[nth]!.term.shown.length ? 1 : OTHER_FORM
    const before = matches[index - 1]
    if (before && match.from - before.to <= NEXT && words[before.word]!.nth === nth - 1)
      next = Math.max(next, weighed[nth]!.weight + weighed[nth - 1]!.weight)
  }
  const held = times.reduce((sum, count, nth) => sum + (weighed[nth]!.weight * count) / (count + 0.5), 0)
  return WORTH.together * held + WORTH.next * next
}

/** A small bonus for pinned and popular documents: at most 0.35. */
function popularityBonus({ popularity }: FoundDocument): number {
  if (popularity === 0) return 0
  const views = Math.floor(popularity / 2)
  return Math.min(0.15, Math.log10(1 + views) * 0.03) + (popularity % 2 === 1 ? 0.2 : 0)
}

const round = (score: number): number => Math.round(score * 1000) / 1000
