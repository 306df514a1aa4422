// The built-in drafter: no network, no model, deterministic. Every sentence of its drafts stands verbatim in a source. The
// steps are in plan.ts, extract.ts, replies.ts, updates.ts, compose.ts and check.ts; here they are put in order.

import { Base } from '../base.ts'
import { actionsOf, questionsOf } from '../check.ts'
import { setDraft, summaryOf } from '../compose.ts'
import type { Drafter, DraftInputs, Extracted, Held, NewAction, Plan } from '../contract.ts'
import { readDirectives } from '../directives.ts'
import { extractFrom } from '../extract.ts'
import { Places } from '../place.ts'
import { languageFor, planFor } from '../plan.ts'
import { passageOf, readReplies } from '../replies.ts'
import { builderFor, DraftSheet } from '../sheet.ts'
import { Updates } from '../updates.ts'

export const builtinDrafter: Drafter = {
  name: 'builtin',
  instant: true,
  plan: async (inputs, { signal }) => {
    signal.throwIfAborted()
    const language = languageFor(inputs, readDirectives(inputs).language)
    return planFor(inputs, new Base(inputs, language), language)
  },
  extract: async (inputs, plan, { signal }) => {
    signal.throwIfAborted()
    return extractFrom(inputs, plan, new Base(inputs, plan.language))
  },
  // What is asked follows from the finished draft.
  question: async () => ({ questions: [], actions: [] }),
  draft: async (inputs, plan, extracted, { signal }) => {
    signal.throwIfAborted()
    return assemble(inputs, plan, extracted)
  },
}

/** assemble makes the draft from the base, the replies and the passages, and then looks at what it lacks. */
function assemble(inputs: DraftInputs, plan: Plan, extracted: Extracted): Awaited<ReturnType<Drafter['draft']>> {
  const base = new Base(inputs, plan.language)
  const builder = builderFor(base)
  const replies = readReplies(inputs, base, builder, plan.language)
  const updates = new Updates(base, builder, plan.language, inputs.previous?.deletedTexts ?? [])
  const places = new Places({ ...plan, outline: extracted.outline ?? plan.outline }, base)
  const told = replies.texts.map((text, index) => passageOf(text, places.placeText(text.text, text.heading), index))
  const known = [...updates.passages(extracted.passages), ...told]
  const all = updates.held(extracted.held)
  // Where holding would leave nothing, what is only doubtful is printed and marked.
  const doubted = known.length === 0 && base.isEmpty ? all.filter(({ reason }) => reason === 'doubtful') : []
  const printed = doubted.map((one, index) =>
    passageOf({ ...one, heading: null }, places.placeText(one.text, null), index),
  )
  const passages = [...known, ...printed]
  const held = all.filter((one) => !doubted.includes(one))
  const sheet = new DraftSheet(inputs, plan, base, builder)
  setDraft(sheet, base, places.outline, passages)
  const { draft, actions: links } = sheet.finish(null)
  draft.summary = summaryOf(inputs, plan, draft.blocks)
  const { questions, left } = questionsOf(inputs, plan, draft, replies.questions, held)
  const raised = {
    changes: updates.changes,
    conflicts: [...extracted.conflicts, ...updates.conflicts],
    held: [...held.filter(isPrintable), ...left],
    doubted,
  }
  const actions = unique([...replies.actions, ...actionsOf(plan, draft, raised), ...links])
  return { draft, questions, actions, outcomes: replies.outcomes }
}

/** Open points are asked, not held. */
const isPrintable = ({ reason }: Held): boolean => reason !== 'open_point'

/** What is raised again and found again is one action. */
const unique = (actions: NewAction[]): NewAction[] => [
  ...new Map(actions.map((action) => [`${action.kind} ${action.title}`, action])).values(),
]
