// The built-in drafter: deterministic, no network, no model. Notes become the page, material follows, an existing text is
// changed by edits, and people pick statements from conversations. Every word of a draft is from a source.

import { Assembly } from '../assembly.ts'
import type { Drafter, DraftInputs, Extracted, Plan, Statement } from '../contract.ts'
import { planFor } from '../plan.ts'
import { readTalk, sourcesOf } from '../source.ts'

export const builtinDrafter: Drafter = {
  name: 'builtin',
  instant: true,
  plan: async (inputs, { signal }) => {
    signal.throwIfAborted()
    return planFor(inputs)
  },
  extract: async (inputs, plan, { signal }) => {
    signal.throwIfAborted()
    return { statements: statementsOf(inputs, plan.language) }
  },
  // Questions are derived from the finished draft.
  question: async () => ({ questions: [], actions: [] }),
  draft: async (inputs, plan, extracted, { signal }) => {
    signal.throwIfAborted()
    return assemble(inputs, plan, extracted)
  },
}

/** The statements of all conversations, with what people decided about each. */
export function statementsOf(inputs: DraftInputs, language: string): Statement[] {
  const picks = new Map(inputs.picks?.map((pick) => [pick.id, pick]))
  return sourcesOf(inputs, language)
    .flat()
    .flatMap((source) => readTalk(source, language)?.statements ?? [])
    .map(({ from: _from, to: _to, ...statement }) => ({ ...statement, ...picks.get(statement.id) }))
}

/** If holding sentences would leave an empty page, they are printed and marked instead. */
function assemble(inputs: DraftInputs, plan: Plan, extracted: Extracted) {
  const assembly = new Assembly(inputs, plan, extracted)
  return assembly.isHeldBack ? new Assembly(inputs, plan, extracted, { mayHold: false }).drafted() : assembly.drafted()
}
