// The model drafter: the same four steps by structured output, over the inputs, evidence, kept blocks and checks that it
// shares with the built-in one. Rules are enforced here, not only asked for in prompts. When responses stay unusable, the
// built-in drafter takes over and the draft says so.

import type { Static } from 'typebox'
import { builtinDrafter } from '../builtin/builtin.ts'
import { fallbackDrafter } from '../builtin/fallback.ts'
import {
  type Drafter,
  DrafterFailure,
  type DraftInputs,
  type Passage,
  type Plan,
  type StepContext,
} from '../contract.ts'
import { termFinder } from '../directives.ts'
import { type Brief, briefOf, type Prompt } from './brief.ts'
import { askModel, type ModelConfig, StillUnusable } from './call.ts'
import { claimsOf, type ModelBlock, readBlock } from './claims.ts'
import { composeModelDraft, type WrittenPage } from './compose.ts'
import { TooLong, UnusableResponse } from './fetch.ts'
import { groundQuotes, isCarried, type Offer } from './ground.ts'
import { judgeClaims } from './judge.ts'
import { LARGEST_OFFER, offerSources } from './offer.ts'
import {
  DraftResponse,
  ExtractResponse,
  findSection,
  line,
  PlanResponse,
  planFrom,
  QuestionResponse,
  questionsFrom,
} from './responses.ts'

const MOST_PASSAGES = 400
const MOST_BLOCKS_A_SECTION = 60
const CLAIMS_A_CALL = 40
/** A longer outline is written several sections at a time. */
const MOST_DRAFT_CALLS = 12
const SMALLEST_OFFER = LARGEST_OFFER / 16

export function createModelDrafter(config: ModelConfig): Drafter {
  /** Does a step without the model if its responses stay unusable; the draft then says so. */
  const orElse = async <R>(
    inputs: DraftInputs,
    plan: Plan,
    work: (offer: Offer, brief: Brief) => Promise<R>,
    instead: (reason: string) => R | Promise<R>,
  ): Promise<R> => {
    try {
      return await fitting(inputs, plan, work)
    } catch (error) {
      if (error instanceof StillUnusable) return instead(error.message)
      throw error
    }
  }
  return {
    name: `${config.llmProvider}:${config.llmModel}`,
    plan: async (inputs, context) => {
      const own = await builtinDrafter.plan(inputs, context)
      const judge = (response: Static<typeof PlanResponse>) => planFrom(response, own)
      const ask = (_: Offer, brief: Brief) =>
        askModel(config, { name: 'plan', schema: PlanResponse, prompt: brief.plan(), judge }, context)
      return orElse(inputs, own, ask, () => own)
    },
    extract: async (inputs, plan, context) => {
      const own = await builtinDrafter.extract(inputs, plan, context)
      const ask = (offer: Offer, brief: Brief) => {
        const judge = (response: Static<typeof ExtractResponse>) => pickedPassages(response, plan, offer)
        const prompt = brief.extract(plan)
        return askModel(config, { name: 'extract', schema: ExtractResponse, prompt, judge }, context)
      }
      const passages = await orElse(inputs, plan, ask, () => [])
      return { ...own, passages }
    },
    question: async (inputs, plan, extracted, context) => {
      const judge = (response: Static<typeof QuestionResponse>) => questionsFrom(response, inputs, plan)
      const ask = (_: Offer, brief: Brief) => {
        const prompt = brief.question(plan, extracted)
        return askModel(config, { name: 'question', schema: QuestionResponse, prompt, judge }, context)
      }
      return { questions: await orElse(inputs, plan, ask, () => []), actions: [] }
    },
    draft: (inputs, plan, extracted, context) => {
      const write = async (offer: Offer, brief: Brief) => {
        const written = await writeSections(config, plan, offer, brief.draft(plan, extracted), context)
        await verify(config, written, brief, context)
        return composeModelDraft(written, inputs, plan, extracted, offer)
      }
      return orElse(inputs, plan, write, async (reason) => {
        // The built-in drafter starts over instead of relying on the model's plan.
        const own = fallbackDrafter(reason)
        const ownPlan = await own.plan(inputs, context)
        return own.draft(inputs, ownPlan, await own.extract(inputs, ownPlan, context), context)
      })
    },
  }
}

/** Sends as many sources as we offer; half of them as long as the prompt is too long for the model. */
async function fitting<R>(
  inputs: DraftInputs,
  plan: Plan,
  work: (offer: Offer, brief: Brief) => Promise<R>,
): Promise<R> {
  for (let room = LARGEST_OFFER; ; room /= 2) {
    const offer = offerSources(inputs, plan, room)
    try {
      return await work(offer, briefOf(inputs, offer))
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
      if (room < SMALLEST_OFFER)
        throw new DrafterFailure('The notes and sources are too long for the model.', { retryable: false })
    }
  }
}

/** Asks for one section after the other; all prompts begin with the same text, which providers cache. */
async function writeSections(
  config: ModelConfig,
  plan: Plan,
  offer: Offer,
  promptFor: ReturnType<Brief['draft']>,
  context: StepContext,
): Promise<WrittenPage> {
  const size = Math.max(1, Math.ceil(plan.outline.length / MOST_DRAFT_CALLS))
  const count = Math.max(1, Math.ceil(plan.outline.length / size))
  const whole: WrittenPage = { blocks: [], summary: undefined }
  for (let at = 0; at < count; at++) {
    const sections = plan.outline.slice(at * size, (at + 1) * size)
    const names = sections.map(({ heading }) => heading).join(', ')
    await context.report?.(`Writing part ${at + 1} of ${count}: ${names}`, at / (count + 1))
    const written = await writePart(
      config,
      { ...plan, outline: sections },
      offer,
      promptFor(sections, at === 0),
      context,
    )
    whole.blocks.push(...written.blocks)
    if (at === 0) whole.summary = written.summary
  }
  if (isUngrounded(whole)) throw new StillUnusable(`the draft stayed unusable: ${UNGROUNDED}`)
  await context.report?.('Checking every sentence against its quotes', count / (count + 1))
  return whole
}

const UNGROUNDED = 'none of its quotes stands in the source it names'
const isUngrounded = ({ blocks }: WrittenPage): boolean => {
  const claims = blocks.flatMap(claimsOf)
  return claims.length > 0 && claims.every(({ quotes }) => quotes.length === 0)
}

/** Quotes that aren't found get a second try, and then cost only their own section. */
async function writePart(
  config: ModelConfig,
  plan: Plan,
  offer: Offer,
  prompt: Prompt,
  context: StepContext,
): Promise<WrittenPage> {
  let last: WrittenPage | undefined
  const judge = (response: Static<typeof DraftResponse>): WrittenPage => {
    last = readResponse(response, plan, offer)
    if (isUngrounded(last)) throw new UnusableResponse(UNGROUNDED)
    return last
  }
  try {
    return await askModel(config, { name: 'draft', schema: DraftResponse, prompt, judge }, context)
  } catch (error) {
    if (error instanceof StillUnusable && last) return last
    throw error
  }
}

function readResponse(response: Static<typeof DraftResponse>, plan: Plan, offer: Offer): WrittenPage {
  const { language, directives } = plan
  const blocks = response.sections.flatMap((section): ModelBlock[] => {
    const id = findSection(plan, section.id)?.id
    if (!id) return []
    return section.blocks
      .slice(0, MOST_BLOCKS_A_SECTION)
      .filter(({ markdown }) => markdown.trim() !== '')
      .map((block) => readBlock(id, block, offer, language, directives.leaveOut))
  })
  const text = line(response.summary.text, 500)
  if (text === '') return { blocks, summary: undefined }
  const quotes = groundQuotes(response.summary.sources.slice(0, 6), offer).map(({ quote }) => quote)
  const isFounded = quotes.length > 0 && !termFinder(directives.leaveOut)(text) && isCarried(text, quotes, language)
  return { blocks, summary: { text, claim: { text, quotes, verdict: isFounded ? 'supported' : 'unfounded' } } }
}

/** Asks a judge about every claim that passed our own checks. */
async function verify(config: ModelConfig, written: WrittenPage, brief: Brief, context: StepContext): Promise<void> {
  if (config.llmVerify === 'off') return
  const all = [...written.blocks.flatMap(claimsOf), ...(written.summary ? [written.summary.claim] : [])]
  const claims = all.filter(({ verdict }) => verdict === 'supported')
  for (let from = 0; from < claims.length; from += CLAIMS_A_CALL) {
    const some = claims.slice(from, from + CLAIMS_A_CALL)
    try {
      await judgeClaims(config, some, brief.verify(some), context)
    } catch (error) {
      // Without the judge, claims rest on our own checks, and someone is asked to look.
      const isMissing = error instanceof StillUnusable || (error instanceof DrafterFailure && error.retryable)
      if (!isMissing) throw error
      for (const claim of some) claim.verdict = 'partly'
    }
  }
}

/** Keeps quotes that are in the source they name, for sections of the outline. */
function pickedPassages(response: Static<typeof ExtractResponse>, plan: Plan, offer: Offer): Passage[] {
  return response.passages.slice(0, MOST_PASSAGES).flatMap(({ section, source: name, quote }): Passage[] => {
    const id = findSection(plan, section)?.id
    const [source] = groundQuotes([{ source: name, quote }], offer)
    if (!id || !source) return []
    return [{ section: id, text: source.quote, source }]
  })
}
