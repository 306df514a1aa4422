// How sure it is that the best passage answers: how much of what the question tells stands together anywhere, what the passage has
// of it, and whether a number was asked for that is not there. Pure. Weights as in score.ts: fitted to tell questions that a
// documentation answers from those of another one, and from those that it nearly answers.

import { type AskedQuestion, isOfValue } from './question.ts'
import type { ScoredPassage } from './score.ts'

export const SIGNS = ['covered', 'terms', 'score', 'noValue', 'asked'] as const
type Signs = Record<(typeof SIGNS)[number], number>

const WEIGHTS: Signs & { constant: number } = {
  constant: -3.8,
  covered: 1.77,
  terms: 1.9,
  score: 0.54,
  noValue: -1.39,
  asked: 0.99,
}

/** `all` are the passages that were found, the best first. */
export function signsOf(question: AskedQuestion, all: Pick<ScoredPassage, 'bits'>[], best: ScoredPassage): Signs {
  const { terms, unknown } = question
  const told = (bits: number) => terms.reduce((sum, { tells }, nth) => (bits & (1 << nth) ? sum + tells : sum), 0)
  const untold = unknown.reduce((sum, tells) => sum + tells, 0)
  return {
    covered: Math.max(...all.map(({ bits }) => told(bits))) / (told(-1) + untold || 1),
    terms: (best.features.terms * terms.length) / (terms.length + unknown.length),
    score: best.score / 5,
    noValue: isOfValue(question) ? 1 - best.features.sentenceKind : 0,
    asked: Math.min(2, terms.length / 5),
  }
}

/** sureness is 0 to 1. */
export function sureness(signs: Signs): number {
  const sum = SIGNS.reduce((total, sign) => total + WEIGHTS[sign] * signs[sign], WEIGHTS.constant)
  return 1 / (1 + Math.exp(-sum))
}
