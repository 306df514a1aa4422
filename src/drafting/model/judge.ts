// A model judges whether each claim's quotes support it, after our own checks.

import type { Static } from 'typebox'
import type { StepContext } from '../contract.ts'
import type { Prompt } from './brief.ts'
import { askModel, type ModelConfig } from './call.ts'
import type { DraftedClaim } from './claims.ts'
import { VerifyResponse } from './responses.ts'

/** Writes verdicts into the claims; a claim that the judge skips counts as partly supported. */
export async function judgeClaims(
  config: ModelConfig,
  claims: DraftedClaim[],
  prompt: Prompt,
  context: StepContext,
): Promise<void> {
  const judge = (response: Static<typeof VerifyResponse>) =>
    new Map(response.verdicts.map(({ claim, verdict }) => [claim.trim(), verdict]))
  const model = config.llmVerifyModel || config.llmModel
  const verdicts = await askModel(config, { name: 'verify', schema: VerifyResponse, prompt, judge, model }, context)
  for (const [index, claim] of claims.entries()) claim.verdict = verdicts.get(`C${index + 1}`) ?? 'partly'
}
