// The model drafter: the same four steps by structured output, over the inputs, evidence, kept blocks and checks that it
// shares with the built-in one. What must hold whatever a model says is checked here, never only asked for. When a model
// stays unusable, the built-in drafter takes over and the draft says so.

import type { Static } from 'typebox'
import { builtinDrafter } from '../builtin/builtin.ts'
import { fallbackDrafter } from '../builtin/fallback.ts'
import {
  type Drafter,
  DrafterFailure,
  type DraftInputs,
  type Extracted,
  type Passage,
  type Plan,
  type StepContext,
} from '../contract.ts'
import { termFinder } from '../directives.ts'
import {
  DraftAnswer,
  ExtractAnswer,
  findSection,
  line,
  PlanAnswer,
  planFrom,
  QuestionAnswer,
  questionsFrom,
  VerifyAnswer,
} from './answers.ts'
import { askModel, type ModelConfig, StillUnusable } from './call.ts'
import { claimsOf, type DraftedClaim, type ModelBlock, readBlock } from './claims.ts'
import { composeModelDraft, type Written } from './compose.ts'
import { UnusableAnswer } from './fetch.ts'
import { groundQuotes, isCarried, type Offer } from './ground.ts'
import { offerSources } from './offer.ts'
import { promptsFor } from './prompts.ts'

const MOST_PASSAGES = 400
const MOST_BLOCKS_A_SECTION = 60
const CLAIMS_A_CALL = 40

export function createModelDrafter(config: ModelConfig): Drafter {
  /** A step whose answers stay unusable is done without the model; a draft then says so. */
  const orBuiltin = async <R>(work: () => Promise<R>, instead: (reason: string) => Promise<R>): Promise<R> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StillUnusable) return instead(error.message)
      throw error
    }
  }
  return {
    name: `${config.llmProvider}:${config.llmModel}`,
    plan: async (inputs, context) => {
      const own = await builtinDrafter.plan(inputs, context)
      const prompt = promptsFor(inputs, offerSources(inputs, own)).plan()
      const judge = (answer: Static<typeof PlanAnswer>) => planFrom(answer, own)
      const ask = () => askModel(config, { name: 'plan', schema: PlanAnswer, prompt, judge }, context)
      return orBuiltin(ask, async () => own)
    },
    extract: async (inputs, plan, context) => {
      const own = await builtinDrafter.extract(inputs, plan, context)
      const offer = offerSources(inputs, plan)
      const prompt = promptsFor(inputs, offer).extract(plan)
      const judge = (answer: Static<typeof ExtractAnswer>): Extracted => {
        const picked = pickedPassages(answer, plan, offer)
        return { ...own, outline: plan.outline, passages: picked.length > 0 ? picked : own.passages }
      }
      const ask = () => askModel(config, { name: 'extract', schema: ExtractAnswer, prompt, judge }, context)
      return orBuiltin(ask, async () => own)
    },
    question: async (inputs, plan, extracted, context) => {
      const prompt = promptsFor(inputs, offerSources(inputs, plan)).question(plan, extracted)
      const judge = (answer: Static<typeof QuestionAnswer>) => questionsFrom(answer, inputs, plan)
      const ask = () => askModel(config, { name: 'question', schema: QuestionAnswer, prompt, judge }, context)
      return { questions: await orBuiltin(ask, async () => []), actions: [] }
    },
    draft: (inputs, plan, extracted, context) =>
      orBuiltin(
        () => writeDraft(config, inputs, plan, extracted, context),
        async (reason) => {
          // What the model planned and picked is no ground for the built-in drafter: it starts over.
          const own = fallbackDrafter(reason)
          const ownPlan = await own.plan(inputs, context)
          return own.draft(inputs, ownPlan, await own.extract(inputs, ownPlan, context), context)
        },
      ),
  }
}

async function writeDraft(
  config: ModelConfig,
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
  context: StepContext,
) {
  const offer = offerSources(inputs, plan)
  const prompts = promptsFor(inputs, offer)
  const judge = (answer: Static<typeof DraftAnswer>): Written => {
    const written = readAnswer(answer, plan, offer)
    const claims = written.blocks.flatMap(claimsOf)
    if (claims.length > 0 && claims.every(({ quotes }) => quotes.length === 0))
      throw new UnusableAnswer('none of its quotes stands in the source it names')
    return written
  }
  const call = { name: 'draft', schema: DraftAnswer, prompt: prompts.draft(plan, extracted), judge }
  const written = await askModel(config, call, context)
  const claims = [...written.blocks.flatMap(claimsOf), ...(written.summary ? [written.summary.claim] : [])]
  await verify(
    config,
    claims.filter(({ verdict }) => verdict === 'supported'),
    prompts,
    context,
  )
  return composeModelDraft(written, inputs, plan, extracted, offer)
}

function readAnswer(answer: Static<typeof DraftAnswer>, plan: Plan, offer: Offer): Written {
  const { language, directives } = plan
  const blocks = answer.sections.flatMap((section): ModelBlock[] => {
    const id = findSection(plan, section.id)?.id
    if (!id) return []
    return section.blocks
      .slice(0, MOST_BLOCKS_A_SECTION)
      .filter(({ markdown }) => markdown.trim() !== '')
      .map((block) => readBlock(id, block, offer, language, directives.leaveOut))
  })
  const text = line(answer.summary.text, 500)
  if (text === '') return { blocks, summary: undefined }
  const quotes = groundQuotes(answer.summary.sources.slice(0, 6), offer).map(({ quote }) => quote)
  const isFounded = quotes.length > 0 && !termFinder(directives.leaveOut)(text) && isCarried(text, quotes, language)
  return { blocks, summary: { text, claim: { text, quotes, verdict: isFounded ? 'supported' : 'unfounded' } } }
}

/** verify asks a judge about every claim that our own checks let through, and writes its verdicts into them. */
async function verify(
  config: ModelConfig,
  claims: DraftedClaim[],
  prompts: ReturnType<typeof promptsFor>,
  context: StepContext,
): Promise<void> {
  if (config.llmVerify === 'off') return
  for (let from = 0; from < claims.length; from += CLAIMS_A_CALL) {
    const some = claims.slice(from, from + CLAIMS_A_CALL)
    const named = some.map((claim, index) => ({ ...claim, name: `C${index + 1}` }))
    const judge = (answer: Static<typeof VerifyAnswer>) =>
      new Map(answer.verdicts.map(({ claim, verdict }) => [claim.trim(), verdict]))
    const call = {
      name: 'verify',
      schema: VerifyAnswer,
      prompt: prompts.verify(named),
      judge,
      model: config.llmVerifyModel || config.llmModel,
    }
    try {
      const verdicts = await askModel(config, call, context)
      for (const [index, claim] of some.entries()) claim.verdict = verdicts.get(`C${index + 1}`) ?? 'partly'
    } catch (error) {
      // The judge is one check more: without it the claims stand by our own checks, and someone is asked to look.
      const isMissing = error instanceof StillUnusable || (error instanceof DrafterFailure && error.retryable)
      if (!isMissing) throw error
      for (const claim of some) claim.verdict = 'partly'
    }
  }
}

/** pickedPassages keeps the quotes that stand in the source they name, for sections that the outline has. */
function pickedPassages(answer: Static<typeof ExtractAnswer>, plan: Plan, offer: Offer): Passage[] {
  return answer.passages.slice(0, MOST_PASSAGES).flatMap(({ section, source: name, quote }, index): Passage[] => {
    const id = findSection(plan, section)?.id
    const [source] = groundQuotes([{ source: name, quote }], offer)
    if (!id || !source) return []
    return [{ section: id, form: 'sentence', text: source.quote, source, group: `model:${index}`, depth: 0, score: 1 }]
  })
}
