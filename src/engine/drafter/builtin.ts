// The built-in drafter: no network, no model, deterministic. It plans, picks passages, asks, and sets a draft in which every
// sentence stands verbatim in a source. The work is in plan.ts, extract.ts, questions.ts, actions.ts and compose.ts.

import { raiseActions, requestActions } from './actions.ts'
import { composeDraft } from './compose.ts'
import type { Drafter } from './drafter.ts'
import { extractPassages } from './extract.ts'
import { planDocument } from './plan.ts'
import { raiseQuestions } from './questions.ts'

export const builtinDrafter: Drafter = {
  name: 'builtin',
  instant: true,
  plan: async (inputs, context) => {
    context.signal.throwIfAborted()
    return planDocument(inputs)
  },
  extract: async (inputs, plan, context) => {
    context.signal.throwIfAborted()
    return extractPassages(inputs, plan)
  },
  question: async (inputs, plan, extracted, context) => {
    context.signal.throwIfAborted()
    const actions = [...raiseActions(inputs, plan, extracted), ...requestActions(inputs, plan)]
    return { questions: raiseQuestions(inputs, plan, extracted), actions }
  },
  draft: async (inputs, plan, extracted, context) => {
    context.signal.throwIfAborted()
    return composeDraft(inputs, plan, extracted)
  },
}
