// How sure it is that the best passage answers: how much of what the question tells stands together anywhere, what the passage has
// of it, and whether a number was asked for that is not there. Pure. Weights as in score.ts: fitted to tell questions that a
// documentation answers from those of another one, and from those that it nearly answers.

import { type AskedQuestion, isOfValue, MOST_TERMS } from './question.ts'
import { ALIKE, type ScoredPassage } from './score.ts'

export const SIGNS = ['covered', 'terms', 'score', 'noValue', 'asked'] as const
type Signs = Record<(typeof SIGNS)[number], number>

const WEIGHTS: Signs & { constant: number } = {
  constant: -3.69,
  covered: 1.15,
  terms: 0.99,
  score: 1.18,
  noValue: -1.71,
  asked: 0.44,
}

/** `all` are the passages that were found, the best first. */
export function signsOf(question: AskedQuestion, all: Pick<ScoredPassage, 'bits'>[], best: ScoredPassage): Signs {
  const { terms, unknown } = question
  const had = (bits: number, nth: number) => (bits & (1 << nth) ? 1 : bits & (1 << (nth + MOST_TERMS)) ? ALIKE : 0)
  const told = (bits: number) => terms.reduce((sum, { tells }, nth) => sum + tells * had(bits, nth), 0)
  const untold = unknown.reduce((sum, tells) => sum + tells, 0)
  return {
    covered: Math.max(...all.map(({ bits }) => told(bits))) / (told(-1) + untold || 1),
    terms: (best.features.terms * terms.length) / (terms.length + unknown.length),
    score: ((best.score / 5) * told(-1)) / (told(-1) + untold || 1),
    noValue: isOfValue(question) ? 1 - best.features.sentenceKind : 0,
    asked: Math.min(2, terms.length / 5),
  }
}

/** levelOf is 0 where it may as well be an answer as not. */
export const levelOf = (signs: Signs): number =>
  SIGNS.reduce((total, sign) => total + WEIGHTS[sign] * signs[sign], WEIGHTS.constant)

/** sureness is 0 to 1. */
export const sureness = (level: number): number => 1 / (1 + Math.exp(-level))
