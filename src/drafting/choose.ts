// Which drafter a worker uses. This version has no model drafter: where the settings name a model, drafts are assembled
// from the sources, and each of them says so in an action.

import { builtinDrafter } from './builtin/builtin.ts'
import { fallbackDrafter } from './builtin/fallback.ts'
import type { Drafter } from './contract.ts'

export const createDrafter = ({ llmProvider }: { llmProvider: string }): Drafter =>
  llmProvider === '' ? builtinDrafter : fallbackDrafter('this version has no model drafter')
