// The order of what was found, from what the documents say: how much of a title or heading was asked for, whether one section
// holds the words together, and how they follow each other. Pure: the same candidates come in the same order on both engines.

import type { Candidate, Weighed } from './candidates.ts'
import type { Hit, HitSection } from './hits.ts'
import { type Match, matchesIn } from './snippet.ts'
import type { Found } from './store.ts'

/** What counts how much; all parts lie between 0 and 1, except for the fields of candidates.ts, which reach 4. */
const WORTH = { title: 3.5, heading: 3, phrase: 1.5, exact: 1, together: 1.5, next: 0.5, whole: 20 }
const MOST_MATCHES = 40
/** Words are next to each other when this many characters or fewer are between them. */
const NEXT = 2
const RESPELT = 0.8

export type Question = { key: string; weighed: Weighed[]; isStrict: boolean; empty: ReadonlySet<string> }
export type Ranked = { id: number; score: number; section: HitSection | null }

/** rankOne scores a candidate and names the section that it was found in; null is the document as a whole. */
export function rankOne(question: Question, candidate: Candidate, hit: Hit, found: Found): Ranked {
  const total = question.weighed.reduce((sum, { weight }) => sum + weight, 0)
  const title = headingScore(question, hit.key, total, WORTH.title)
  const sections = sectionScores(question, hit, total)
  let [bestScore, section] = [sections.opening, null as HitSection | null]
  let headed = title
  for (const [nth, one] of hit.sections.entries()) {
    const heading = headingScore(question, one.key, total, WORTH.heading)
    headed = Math.max(headed, heading)
    const score = heading + sections.under[nth]!
    if (score > bestScore) [bestScore, section] = [score, one]
  }
  if (title >= headed && title > 0 && bestScore <= title) section = null
  const whole = question.isStrict && candidate.isWhole ? WORTH.whole : 0
  const score = candidate.score + Math.max(title + sections.opening, bestScore, headed) + liked(found) + whole
  return { id: candidate.id, score: round(score), section }
}

/** headingScore is high where the heading says what was asked for and little else. */
function headingScore({ key, weighed, empty }: Question, heading: string, total: number, worth: number): number {
  const words = heading.split(' ')
  const telling = words.filter((word) => !empty.has(word))
  const counted = telling.length > 0 ? telling : words
  let [matched, weight] = [0, 0]
  const met = new Set<Weighed>()
  for (const word of counted) {
    const one = weighed.find(({ term }) => term.words.some((asked) => asked.word === word))
    if (!one) continue
    matched += likeness(one.term.shown, word)
    if (!met.has(one)) weight += one.weight
    met.add(one)
  }
  if (matched === 0) return 0
  const share = weight / total
  const covered = matched / counted.length
  const phrase = ` ${key} `.includes(` ${heading} `) ? WORTH.phrase * share : 0
  return worth * covered * share + phrase + (key === heading ? WORTH.exact : 0)
}

/** likeness: of two words that begin with what was typed, the shorter one has more of it. */
const likeness = (typed: string, word: string): number =>
  word.startsWith(typed) ? typed.length / word.length : RESPELT

/** sectionScores say how well each section holds the terms together; `opening` is the text before the first heading. */
function sectionScores({ weighed }: Question, hit: Hit, total: number): { opening: number; under: number[] } {
  const under = hit.sections.map(() => 0)
  if (weighed.length === 1 || !hit.written) return { opening: 0, under }
  const words = weighed.flatMap(({ term }, nth) => term.words.map((word) => ({ ...word, nth })))
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

function together(matches: Match[], words: { nth: number }[], weighed: Weighed[]): number {
  const times = weighed.map(() => 0)
  let next = 0
  for (const [index, match] of matches.entries()) {
    const { nth } = words[match.word]!
    times[nth]!++
    const before = matches[index - 1]
    if (before && match.from - before.to <= NEXT && words[before.word]!.nth === nth - 1)
      next = Math.max(next, weighed[nth]!.weight + weighed[nth - 1]!.weight)
  }
  const held = times.reduce((sum, count, nth) => sum + (weighed[nth]!.weight * count) / (count + 0.5), 0)
  return WORTH.together * held + WORTH.next * next
}

/** liked puts pinned and often-read documents slightly ahead: at most 0.35. */
function liked({ liking }: Found): number {
  if (liking === 0) return 0
  const views = Math.floor(liking / 2)
  return Math.min(0.15, Math.log10(1 + views) * 0.03) + (liking % 2 === 1 ? 0.2 : 0)
}

const round = (score: number): number => Math.round(score * 1000) / 1000
