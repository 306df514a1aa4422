// The model drafter: the same four steps by structured output. What must hold whatever a model says (demanded sections,
// kept blocks, verbatim quotes, live links) is checked here with the built-in drafter's own means, never asked for only.

import type { Static } from 'typebox'
import { raiseActions } from './actions.ts'
import {
  DraftAnswer,
  ExtractAnswer,
  findSection,
  PlanAnswer,
  planFrom,
  QuestionAnswer,
  questionsFrom,
} from './answers.ts'
import { type Drafter, type DraftInputs, type Extracted, type Passage, type Plan, SEE_ALSO } from './drafter.ts'
import { extractPassages } from './extract.ts'
import { ground, type OfferedSource } from './grounding.ts'
import { askModel, type LlmConfig } from './llm-call.ts'
import { composeModelDraft, humanBlocks, keptTexts } from './llm-compose.ts'
import { offerSources } from './offer.ts'
import { planDocument } from './plan.ts'
import { draftPrompt, extractPrompt, planPrompt, questionPrompt, SYSTEM } from './prompts.ts'

const MOST_PASSAGES = 400

export function createLlmDrafter(config: LlmConfig): Drafter {
  return {
    name: `${config.llmProvider}:${config.llmModel}`,
    plan: (inputs, context) => {
      const own = planDocument(inputs)
      const prompt = planPrompt(inputs, own, offerSources(inputs, own))
      const judge = (answer: Static<typeof PlanAnswer>) => planFrom(answer, own)
      return askModel(config, { name: 'plan', schema: PlanAnswer, system: SYSTEM, prompt, judge }, context)
    },
    extract: (inputs, plan, context) => {
      const offered = offerSources(inputs, plan)
      const own = extractPassages(inputs, plan)
      const prompt = extractPrompt(inputs, plan, offered)
      const judge = (answer: Static<typeof ExtractAnswer>): Extracted => ({
        passages: merged(inputs, plan, pickedPassages(answer, plan, offered), own),
        conflicts: own.conflicts,
      })
      return askModel(config, { name: 'extract', schema: ExtractAnswer, system: SYSTEM, prompt, judge }, context)
    },
    question: async (inputs, plan, extracted, context) => {
      const prompt = questionPrompt(inputs, plan, extracted)
      const judge = (answer: Static<typeof QuestionAnswer>) => questionsFrom(answer, inputs, plan)
      const questions = await askModel(
        config,
        { name: 'question', schema: QuestionAnswer, system: SYSTEM, prompt, judge },
        context,
      )
      return { questions, actions: raiseActions(inputs, plan, extracted) }
    },
    draft: (inputs, plan, extracted, context) => {
      const offered = offerSources(inputs, plan)
      const prompt = draftPrompt(inputs, plan, extracted, offered, keptTexts(inputs))
      const judge = (answer: Static<typeof DraftAnswer>) => composeModelDraft(answer, inputs, plan, extracted, offered)
      return askModel(config, { name: 'draft', schema: DraftAnswer, system: SYSTEM, prompt, judge }, context)
    },
  }
}

/** pickedPassages keeps the quotes that stand in the source they name, for sections that the outline has. */
function pickedPassages(
  answer: Static<typeof ExtractAnswer>,
  plan: Plan,
  offered: Map<string, OfferedSource>,
): Passage[] {
  return answer.passages.slice(0, MOST_PASSAGES).flatMap(({ section, source: name, quote }, index) => {
    const sectionId = findSection(plan, section)?.id
    const source = ground([{ source: name, quote }], offered).sources[0]
    if (!sectionId || !source) return []
    return [{ sectionId, form: 'sentence', text: source.quote, score: 1, source, group: `model:${index}` }]
  })
}

/** People's blocks, answers and the list of related documents are there whatever the model picked. */
function merged(inputs: DraftInputs, plan: Plan, picked: Passage[], own: Extracted): Passage[] {
  if (picked.length === 0) return own.passages
  const human = new Set(humanBlocks(inputs).map(({ entry }) => entry.block.id))
  const kept = own.passages.filter((passage) => {
    if (passage.sectionId === SEE_ALSO || passage.source.kind === 'answer') return true
    return passage.blockId !== undefined && human.has(passage.blockId)
  })
  const order = new Map(plan.outline.map((section, index) => [section.id, index]))
  const place = (passage: Passage) => (passage.sectionId === SEE_ALSO ? 99 : (order.get(passage.sectionId) ?? -1))
  return [...kept, ...picked].sort((a, b) => place(a) - place(b))
}
