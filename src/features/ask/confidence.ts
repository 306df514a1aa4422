// Confidence that the best passage answers: how much of the question occurs together in any passage, how much of it is in
// this one, and whether a number was asked for that is missing. Pure. Weights as in score.ts: fitted to separate questions
// that a documentation answers from foreign ones and from near misses.

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

/** `all` are the passages found, best first. */
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

/** 0 if it is as likely an answer as not. */
export const levelOf = (signs: Signs): number =>
  SIGNS.reduce((total, sign) => total + WEIGHTS[sign] * signs[sign], WEIGHTS.constant)

/** 0 to 1. */
export const confidenceOf = (level: number): number => 1 / (1 + Math.exp(-level))
