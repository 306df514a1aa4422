// Which drafter a worker uses: the model that the settings name, or the built-in one when they name none.

import { builtinDrafter } from './builtin.ts'
import type { Drafter } from './drafter.ts'
import { createLlmDrafter } from './llm.ts'
import type { LlmProvider } from './llm-call.ts'

/** DrafterConfig is the part of the settings that concerns drafting. */
type DrafterConfig = {
  llmProvider: LlmProvider | ''
  llmBaseUrl: string
  llmApiKey: string
  llmModel: string
  llmTimeout: number
  llmMaxTokens: number
}

export function createDrafter(config: DrafterConfig): Drafter {
  if (config.llmProvider === '') return builtinDrafter
  return createLlmDrafter({
    provider: config.llmProvider,
    baseUrl: config.llmBaseUrl,
    apiKey: config.llmApiKey,
    model: config.llmModel,
    timeoutSeconds: config.llmTimeout,
    maxTokens: config.llmMaxTokens,
  })
}
