// What the service asks of a person before it goes on: to confirm that it is them, the second step of a sign-in, or to set up a
// second factor. A request that is refused for one of these waits here, and is sent again or answered after it.

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
