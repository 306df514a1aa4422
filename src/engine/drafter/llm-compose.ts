// A model's draft made into blocks. A claim stands in the draft only when a quote carries it; the others go into verify
// actions. What people wrote keeps its place; links and pictures may lead only where a source leads.

import type { Block } from 'galley-blocks/model.ts'
import type { Static } from 'typebox'
import { blocksToText } from '#blocks/text.ts'
import { type DraftAnswer, findSection, LONGEST_BLOCK, line, MOST_BLOCKS_A_SECTION } from './answers.ts'
import { type BaseBlock, readBase } from './base.ts'
import { DraftSheet, isNamed } from './draft-sheet.ts'
import {
  type Draft,
  type DraftInputs,
  type Extracted,
  LEAD,
  type NewAction,
  type Passage,
  type Plan,
  SEE_ALSO,
  type Section,
  type Source,
} from './drafter.ts'
import { type CitedQuote, ground, isCarried, type OfferedSource } from './grounding.ts'
import { changeLinks } from './inline-edit.ts'
import { findSlug } from './links.ts'
import { UnusableAnswer } from './llm-fetch.ts'
import { fill, phrasesFor } from './phrases.ts'
import { clip, plainText } from './plain.ts'
import { readNotes } from './plan.ts'
import { setPassages } from './set-passages.ts'
import { SimilarTexts } from './similar.ts'
import { findSummary } from './summary.ts'

type Answer = Static<typeof DraftAnswer>
const MOST_VERIFY = 15
const MOST_CITED = 12

/** composeModelDraft checks every claim of an answer and sets the draft. */
export function composeModelDraft(
  answer: Answer,
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
  offered: Map<string, OfferedSource>,
): { draft: Draft; actions: NewAction[] } {
  const composer = new ModelComposer(inputs, plan, extracted, offered)
  const written = new Map<string, Answer['sections'][number]['blocks']>()
  for (const section of answer.sections) {
    const id = findSection(plan, section.id)?.id
    if (id) written.set(id, [...(written.get(id) ?? []), ...section.blocks].slice(0, MOST_BLOCKS_A_SECTION))
  }
  composer.section(LEAD, [])
  for (const section of plan.outline) composer.section(section, written.get(section.id) ?? [])
  if (composer.claims > 0 && composer.carried === 0)
    throw new UnusableAnswer('none of its quotes stands in the source it names')
  composer.seeAlso()
  const { draft, actions } = composer.sheet.finish(summaryOf(answer, inputs, plan, extracted, offered))
  return { draft, actions: [...composer.actions.slice(0, MOST_VERIFY), ...actions] }
}

/** humanBlocks lists what people wrote into the previous draft, with the heading it stood under. */
export function humanBlocks(
  inputs: DraftInputs,
): { heading: string; headingId: string | undefined; at: number; entry: BaseBlock }[] {
  return (readBase(inputs)?.zones ?? []).flatMap(({ title, heading, blocks }) =>
    blocks.flatMap((entry, at) => (entry.human ? [{ heading: title, headingId: heading?.block.id, at, entry }] : [])),
  )
}

class ModelComposer {
  readonly sheet: DraftSheet
  readonly actions: NewAction[] = []
  claims = 0
  carried = 0
  readonly #inputs: DraftInputs
  readonly #plan: Plan
  readonly #offered: Map<string, OfferedSource>
  readonly #human: ReturnType<typeof humanBlocks>
  readonly #links: Passage[]
  readonly #seen = new SimilarTexts<true>()

  constructor(inputs: DraftInputs, plan: Plan, extracted: Extracted, offered: Map<string, OfferedSource>) {
    this.#inputs = inputs
    this.#plan = plan
    this.#offered = offered
    this.#links = extracted.passages.filter((passage) => passage.sectionId === SEE_ALSO)
    const linkIds = new Set(this.#links.map((passage) => passage.blockId))
    this.#human = humanBlocks(inputs)
    // What the model says in the same words as before gets the id it had, so only these ids are taken.
    this.sheet = new DraftSheet(
      inputs,
      plan.language,
      ({ human, block }) => human || block.type === 'heading' || linkIds.has(block.id),
    )
    for (const { entry } of this.#human) this.#seen.add(entry.text, true)
    for (const text of inputs.previous?.deletedTexts ?? []) this.#seen.add(text, true)
  }

  section(section: Section | typeof LEAD, written: Answer['sections'][number]['blocks']): void {
    const blocks = written.flatMap((block) =>
      this.#claim(section === LEAD ? '' : section.heading, block.markdown, block.sources),
    )
    const kept = this.#takeHuman(section)
    const heading = section === LEAD ? undefined : this.sheet.findBase(section.blockId)
    const isWanted = section !== LEAD && (section.asked || heading?.human)
    if (blocks.length === 0 && kept.length === 0 && !isWanted) return
    if (section !== LEAD) this.#heading(section, heading, blocks[0]?.sources ?? kept[0]?.entry.sources ?? [])
    // A kept block goes back to its old place among the blocks of its section.
    const order: (() => void)[] = blocks.map((made) => () => this.sheet.add(made.blocks, 'model', made.sources))
    for (const { at, entry } of kept) order.splice(Math.min(at, order.length), 0, () => this.sheet.keep(entry))
    for (const put of order) put()
  }

  #takeHuman(section: Section | typeof LEAD): ReturnType<typeof humanBlocks> {
    return this.#human.filter(({ heading, headingId, entry }) => {
      const own = headingId ? this.#plan.outline.find(({ blockId }) => blockId === headingId) : undefined
      const place = own ?? (heading === '' ? undefined : findSection(this.#plan, heading))
      if (section !== LEAD) return place === section
      // What stood under a heading that the outline no longer has is kept before all headings.
      return place === undefined && !this.#links.some((passage) => passage.blockId === entry.block.id)
    })
  }

  #heading(section: Section, kept: BaseBlock | undefined, below: Source[]): void {
    const origin = section.source?.kind === 'notes' ? 'notes' : 'model'
    if (kept && isNamed(kept, section)) this.sheet.keep(kept)
    else this.sheet.addHeading(section.heading, origin, section.source ? [section.source] : below.slice(0, 1))
  }

  /** claim turns one block of the answer into blocks, or into an action when nothing carries it. */
  #claim(heading: string, markdown: string, cited: CitedQuote[]): { blocks: Block[]; sources: Source[] }[] {
    const text = markdown.trim()
    if (text === '') return []
    this.claims++
    const citations = cited.slice(0, MOST_CITED)
    const { sources, unfound } = ground(citations, this.#offered)
    const isTooLong = text.length > LONGEST_BLOCK
    if (isTooLong || sources.length === 0 || !isCarried(text, citations, sources, this.#offered)) {
      this.#doubt(heading, text, citations)
      return []
    }
    this.carried++
    if (this.#seen.find(text)) return []
    this.#seen.add(text, true)
    if (unfound.length > 0) this.#doubt(heading, text, unfound)
    const blocks = this.sheet.builder
      .markdown(text)
      .map((block) => this.#tame(block))
      .filter((block) => block !== undefined)
    return blocks.length > 0 ? [{ blocks, sources }] : []
  }

  #doubt(heading: string, text: string, cited: CitedQuote[]): void {
    const phrases = phrasesFor(this.#plan.language).verify
    const quotes = cited.map(({ source, quote }) => ({ source: line(source, 20), quote: line(quote, 300) }))
    this.actions.push({
      kind: 'verify',
      title: clip(fill(phrases.unsourcedTitle, { section: heading || this.#inputs.document.title }), 300),
      body: `${phrases.unsourcedBody}\n“${clip(plainText(text), 800)}”`,
      meta: { section: heading, claim: clip(text, 800), quotes },
    })
  }

  /** Headings would upset the outline, and an address that no source holds was made up. */
  #tame(block: Block): Block | undefined {
    const linked = changeLinks(block, (href) =>
      findSlug(href) !== undefined || this.#isKnownUrl(href) ? undefined : null,
    )
    const url = linked.props.url
    if (typeof url === 'string' && !this.#isKnownUrl(url)) return undefined
    const children = linked.children.map((child) => this.#tame(child)).filter((child) => child !== undefined)
    const tamed = { ...linked, children }
    return tamed.type === 'heading' ? { ...tamed, type: 'paragraph', props: {} } : tamed
  }

  #isKnownUrl(url: string): boolean {
    return [...this.#offered.values()].some(({ shown }) => shown.includes(url))
  }

  seeAlso(): void {
    const links = this.#links.filter(({ blockId }) => blockId === undefined || !this.sheet.has(blockId))
    if (!links[0]) return
    this.sheet.addSeeAlsoHeading(links[0])
    setPassages(this.sheet, links)
  }
}

/** A person's summary stays; a model's must be carried by a quote like any other claim. */
function summaryOf(
  answer: Answer,
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
  offered: Map<string, OfferedSource>,
): string | null {
  const directions = readNotes(inputs.notes)
  const own = findSummary(inputs, plan, directions, extracted.passages)
  const isGiven =
    own !== null && (own === inputs.document.summary || inputs.previous?.summaryEdited || directions.summary)
  const text = line(plainText(answer.summary.text), 500)
  if (isGiven || text === '') return own
  const { sources } = ground(answer.summary.sources.slice(0, 6), offered)
  return sources.length > 0 && isCarried(text, answer.summary.sources, sources, offered) ? text : own
}

/** keptTexts shows the model what people wrote, so that it neither repeats nor contradicts it. */
export function keptTexts(inputs: DraftInputs): string[] {
  return humanBlocks(inputs).map(({ heading, entry }) => `${heading}: ${blocksToText([entry.block]).slice(0, 1_000)}`)
}
