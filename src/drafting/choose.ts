// Chooses a worker's drafter: built-in, or a model if the settings name one.

import { builtinDrafter } from './builtin/builtin.ts'
import type { Drafter } from './contract.ts'
import type { ModelConfig } from './model/call.ts'
import { checkingStyle } from './style.ts'

/** Loads the model drafter only if one is configured: its schemas use 15 MB. */
export async function createDrafter(config: ModelConfig): Promise<Drafter> {
  if (config.llmProvider === '') return checkingStyle(builtinDrafter)
  const { createModelDrafter } = await import('./model/model.ts')
  return checkingStyle(createModelDrafter(config))
}
