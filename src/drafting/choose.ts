// Which drafter a worker uses: the built-in one, or a model where the settings name one.

import { builtinDrafter } from './builtin/builtin.ts'
import type { Drafter } from './contract.ts'
import type { ModelConfig } from './model/call.ts'
import { createModelDrafter } from './model/model.ts'
import { checkingStyle } from './style.ts'

export const createDrafter = (config: ModelConfig): Drafter =>
  checkingStyle(config.llmProvider === '' ? builtinDrafter : createModelDrafter(config))
