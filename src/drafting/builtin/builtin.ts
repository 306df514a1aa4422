// The built-in drafter: no network, no model, deterministic. It assembles: the notes are the page, material follows, a text
// that stands is changed by edits, conversations are sorted by people. Every word of its drafts stands in a source.

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
  // What is asked follows from the finished draft.
  question: async () => ({ questions: [], actions: [] }),
  draft: async (inputs, plan, extracted, { signal }) => {
    signal.throwIfAborted()
    return assemble(inputs, plan, extracted)
  },
}

/** statementsOf lists what was said in all conversations, with what people picked of it. */
export function statementsOf(inputs: DraftInputs, language: string): Statement[] {
  const picks = new Map(inputs.picks?.map((pick) => [pick.id, pick]))
  return sourcesOf(inputs, language)
    .flat()
    .flatMap((source) => readTalk(source, language)?.statements ?? [])
    .map(({ from: _from, to: _to, ...statement }) => ({ ...statement, ...picks.get(statement.id) }))
}

/** assemble: if holding would leave nothing to print, the text is printed and marked instead. */
function assemble(inputs: DraftInputs, plan: Plan, extracted: Extracted) {
  const assembly = new Assembly(inputs, plan, extracted)
  return assembly.isHeldBack ? new Assembly(inputs, plan, extracted, { mayHold: false }).drafted() : assembly.drafted()
}
