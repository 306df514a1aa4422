// Which drafter a worker uses. Settings that name a model choose the model drafter; without one it is the built-in one.

import { builtinDrafter } from './builtin/builtin.ts'
import type { Drafter } from './contract.ts'

export const createDrafter = (): Drafter => builtinDrafter
