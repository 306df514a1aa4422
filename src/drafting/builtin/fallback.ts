// Used when the model fails: the built-in draft, with an action that says no model wrote it.

import { fill, languageOf } from '#languages/languages.ts'
import { type Drafter, MODEL_FALLBACK } from '../contract.ts'
import { builtinDrafter } from './builtin.ts'

/** `reason` says in a few words why no model wrote the draft. */
export const fallbackDrafter = (reason: string): Drafter => ({
  ...builtinDrafter,
  draft: async (inputs, plan, extracted, context) => {
    const assembled = await builtinDrafter.draft(inputs, plan, extracted, context)
    const { title, body } = languageOf(plan.language).data.phrases.fallback
    const meta = { reason: MODEL_FALLBACK }
    return {
      ...assembled,
      actions: [{ kind: 'verify', title, body: fill(body, { reason }), meta }, ...assembled.actions],
    }
  },
})
