// Which drafter a worker uses: the built-in one, or a model where the settings name one.

import { builtinDrafter } from './builtin/builtin.ts'
import type { Drafter } from './contract.ts'
import type { ModelConfig } from './model/call.ts'
import { checkingStyle } from './style.ts'

/** createDrafter loads the parts for models only where one is named: their schemas take a worker 15 MB. */
export async function createDrafter(config: ModelConfig): Promise<Drafter> {
  if (config.llmProvider === '') return checkingStyle(builtinDrafter)
  const { createModelDrafter } = await import('./model/model.ts')
  return checkingStyle(createModelDrafter(config))
}
