// The model drafter: the same four steps by structured output. What must hold whatever a model says (demanded sections,
// kept blocks, verbatim quotes, live links) is checked here with the built-in drafter's own means, never asked for only.

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
import { ground } from './grounding.ts'
import { askModel, type LlmSettings } from './llm-call.ts'
import { composeModelDraft, humanBlocks, keptTexts } from './llm-compose.ts'
import { offerSources } from './offer.ts'
import { planDocument } from './plan.ts'
import { draftPrompt, extractPrompt, planPrompt, questionPrompt, SYSTEM } from './prompts.ts'

const MOST_PASSAGES = 400

export function createLlmDrafter(settings: LlmSettings): Drafter {
  return {
    name: `${settings.provider}:${settings.model}`,
    plan: (inputs, context) => {
      const own = planDocument(inputs)
      const prompt = planPrompt(inputs, own, offerSources(inputs, own))
      const judge = (answer: Parameters<typeof planFrom>[0]) => planFrom(answer, own)
      return askModel(settings, { name: 'plan', schema: PlanAnswer, system: SYSTEM, prompt, judge }, context)
    },
    extract: (inputs, plan, context) => {
      const offered = offerSources(inputs, plan)
      const own = extractPassages(inputs, plan)
      const prompt = extractPrompt(inputs, plan, offered)
      const judge = (answer: { passages: { section: string; source: string; quote: string }[] }): Extracted => {
        const picked: Passage[] = []
        for (const [index, { section, source, quote }] of answer.passages.slice(0, MOST_PASSAGES).entries()) {
          const sectionId = findSection(plan, section)?.id
          const found = ground([{ source, quote }], offered).sources[0]
          if (!sectionId || !found) continue
          picked.push({
            sectionId,
            form: 'sentence',
            text: found.quote,
            score: 1,
            source: found,
            group: `model:${index}`,
          })
        }
        return { passages: merged(inputs, plan, picked, own), conflicts: own.conflicts }
      }
      return askModel(settings, { name: 'extract', schema: ExtractAnswer, system: SYSTEM, prompt, judge }, context)
    },
    question: async (inputs, plan, extracted, context) => {
      const prompt = questionPrompt(inputs, plan, extracted)
      const judge = (answer: Parameters<typeof questionsFrom>[0]) => questionsFrom(answer, inputs, plan)
      const questions = await askModel(
        settings,
        { name: 'question', schema: QuestionAnswer, system: SYSTEM, prompt, judge },
        context,
      )
      return { questions, actions: raiseActions(inputs, plan, extracted) }
    },
    draft: (inputs, plan, extracted, context) => {
      const offered = offerSources(inputs, plan)
      const prompt = draftPrompt(inputs, plan, extracted, offered, keptTexts(inputs))
      const judge = (answer: Parameters<typeof composeModelDraft>[0]) =>
        composeModelDraft(answer, inputs, plan, extracted, offered)
      return askModel(settings, { name: 'draft', schema: DraftAnswer, system: SYSTEM, prompt, judge }, context)
    },
  }
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
