// Which drafter a worker uses: the model that the settings name, or the built-in one when they name none.

import { builtinDrafter } from './builtin.ts'
import type { Drafter } from './drafter.ts'
import { createLlmDrafter } from './llm.ts'
import type { LlmConfig } from './llm-call.ts'

export const createDrafter = (config: LlmConfig): Drafter =>
  config.llmProvider === '' ? builtinDrafter : createLlmDrafter(config)
