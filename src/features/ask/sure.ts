// How sure it is that the best passage answers: what it has of the question, what nothing here has, and how far the next page is
// behind. Pure. Weights as in score.ts: fitted to tell questions that a documentation answers from those of another one, and from
// those that it nearly answers.

import type { AskedQuestion } from './question.ts'
import type { ScoredPassage } from './score.ts'

export const SIGNS = [
  'context',
  'page',
  'section',
  'sentence',
  'body',
  'bm',
  'unknown',
  'lead',
  'terms',
  'close',
  'sentenceKind',
  'headingFit',
  'titleFit',
  'score',
] as const
type Signs = Record<(typeof SIGNS)[number], number>

const WEIGHTS: Signs & { constant: number } = {
  constant: -2.99,
  context: -0.03,
  page: 1.04,
  section: 0.18,
  sentence: -0.59,
  body: -0.07,
  bm: 0.83,
  unknown: -2.56,
  lead: -0.01,
  terms: 0.94,
  close: 0.15,
  sentenceKind: 0,
  headingFit: -0.47,
  titleFit: -0.27,
  score: 0.97,
}

/** `next` is the best score of another page. */
export const signsOf = (question: AskedQuestion, best: ScoredPassage, next: number): Signs => ({
  ...best.features,
  unknown: question.unknown,
  lead: best.score - next,
  terms: Math.min(2, question.terms.length / 5),
  score: best.score / 5,
})

/** sureness is 0 to 1. */
export function sureness(signs: Signs): number {
  const sum = SIGNS.reduce((total, sign) => total + WEIGHTS[sign] * signs[sign], WEIGHTS.constant)
  return 1 / (1 + Math.exp(-sum))
}
