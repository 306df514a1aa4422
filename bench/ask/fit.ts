// Fits what features/ask weighs: the order of passages by a softmax over the candidates of each question, confidence by a logistic
// regression in which answerable questions and the others count the same. Small and deterministic: gradient steps over a few
// hundred questions.

const STEPS = 200
const ROUNDS = 2
const RATE = 1
/** Momentum: without it hundreds of steps don't converge. */
const MOMENTUM = 0.9
const HARDEST = 40
const PENALTY = 0.001

/** A RankCase is one question: the features of each candidate, and whether it answers. */
export type RankCase = { features: number[][]; answers: boolean[] }
/** A SureCase is the best passage of one question. */
export type SureCase = { signs: number[]; isAnswerable: boolean }

export const dot = (weights: readonly number[], values: readonly number[]): number => {
  let sum = 0
  for (let nth = 0; nth < values.length; nth++) sum += weights[nth]! * values[nth]!
  return sum
}

/** Uses only the hardest candidates of each question. */
export function fitRanking(cases: RankCase[], count: number): number[] {
  const answered = cases.filter(({ answers }) => answers.includes(true))
  let weights = Array.from({ length: count }, () => 1)
  for (let round = 0; round < ROUNDS; round++) {
    const lists = answered.map((one) => hardest(one, weights))
    let pace = weights.map(() => 0)
    for (let step = 0; step < STEPS; step++) {
      const slope = weights.map((weight) => -PENALTY * weight * lists.length)
      for (const list of lists) addSlope(slope, list, weights)
      pace = pace.map((one, nth) => MOMENTUM * one + (RATE * slope[nth]!) / lists.length)
      weights = weights.map((weight, nth) => weight + pace[nth]!)
    }
  }
  return weights
}

function hardest({ features, answers }: RankCase, weights: number[]): RankCase {
  const order = features.map((_, nth) => nth).sort((a, b) => dot(weights, features[b]!) - dot(weights, features[a]!))
  const chosen = order.filter((nth, rank) => rank < HARDEST || answers[nth])
  return { features: chosen.map((nth) => features[nth]!), answers: chosen.map((nth) => answers[nth]!) }
}

function addSlope(slope: number[], { features, answers }: RankCase, weights: number[]): void {
  const scores = features.map((values) => dot(weights, values))
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = (of: number[]) => of.reduce((total, one) => total + one, 0)
  const [all, right] = [sum(powers), sum(powers.filter((_, nth) => answers[nth]))]
  for (const [nth, values] of features.entries()) {
    const pull = (answers[nth] ? powers[nth]! / right : 0) - powers[nth]! / all
    for (let feature = 0; feature < values.length; feature++) slope[feature]! += pull * values[feature]!
  }
}

const SURE_STEPS = 1_500
const SURE_PENALTY = 0.003

/** fitSureness gives the constant first. */
export function fitSureness(cases: SureCase[]): number[] {
  const positive = cases.filter(({ isAnswerable }) => isAnswerable).length
  let weights = [0, ...cases[0]!.signs.map(() => 0)]
  for (let step = 0; step < SURE_STEPS; step++) {
    const slope = weights.map((weight, nth) => (nth === 0 ? 0 : -SURE_PENALTY * weight))
    for (const { signs, isAnswerable } of cases) {
      const values = [1, ...signs]
      const share = 0.5 / (isAnswerable ? positive : cases.length - positive)
      const off = (isAnswerable ? 1 : 0) - 1 / (1 + Math.exp(-dot(weights, values)))
      for (let nth = 0; nth < values.length; nth++) slope[nth]! += share * off * values[nth]!
    }
    weights = weights.map((weight, nth) => weight + slope[nth]!)
  }
  return weights
}
