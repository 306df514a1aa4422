// Proofs that the service requires before a request: step-up, second step, or setting up a second factor. The refused request
// waits here and is repeated afterwards.

import type { SecondFactorNeeded, Token } from 'galley-client/schema.ts'
import { onAsked } from '../api/client.ts'
import { WaitingQuestion } from './waiting.ts'

export type SecondStep = NonNullable<SecondFactorNeeded['second_factor']>

export const proof = new WaitingQuestion<true, true>()
export const secondStep = new WaitingQuestion<SecondStep, Token>()
export const setUp = new WaitingQuestion<true, true>()

onAsked({
  proof: () => proof.ask(true),
  secondStep: (asked) => secondStep.ask(asked as SecondStep),
  setUp: () => setUp.ask(true),
})
