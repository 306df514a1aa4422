// The draft: passages set as blocks under their headings, with provenance for every block, nested ones included.
// It writes nothing of its own but headings. A heading's source is where it was found; a template's heading names the
// first passage that it gathers, or, when it gathers none, the document's title that chose the template.

import { blocksToText, walkBlocks } from '#blocks/text.ts'
import { type Block, MAX_BLOCKS } from '#blocks/types.ts'
import { type BaseBlock, readBase } from './base.ts'
import { BlockBuilder } from './block-builder.ts'
import type { Directions } from './directions.ts'
import {
  type Draft,
  type DraftInputs,
  type Extracted,
  LEAD,
  type NewAction,
  type Origin,
  type Passage,
  type Plan,
  type Provenance,
  SEE_ALSO,
  type Section,
  type Source,
} from './drafter.ts'
import { replaceSentence } from './inline-edit.ts'
import { mendLinks } from './links.ts'
import { phrasesFor } from './phrases.ts'
import { readNotes } from './plan.ts'
import { joinSentences } from './sentences.ts'
import { findSummary } from './summary.ts'

const MOST_SOURCES = 12

/** composeDraft sets the draft and reports links in it that point nowhere. */
export function composeDraft(
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
): { draft: Draft; actions: NewAction[] } {
  const directions = readNotes(inputs.notes)
  const composer = new Composer(inputs, plan)
  const sections: (Section | typeof LEAD | typeof SEE_ALSO)[] = [LEAD, ...plan.outline, SEE_ALSO]
  const bySection = Map.groupBy(extracted.passages, (passage) => passage.sectionId)
  const isSkeleton = extracted.passages.length === 0
  for (const section of sections) {
    const id = typeof section === 'string' ? section : section.id
    composer.section(section, bySection.get(id) ?? [], isSkeleton)
  }
  const { blocks, actions } = mendLinks(composer.blocks, composer.provenance, inputs, plan.language)
  const draft = {
    title: titleOf(inputs, directions),
    summary: findSummary(inputs, plan, directions, extracted.passages),
    blocks,
    provenance: composer.provenance,
  }
  return { draft, actions }
}

function titleOf(inputs: DraftInputs, directions: Directions): string {
  return (directions.title ?? inputs.previous?.draft.title ?? inputs.document.title).slice(0, 300)
}

export class Composer {
  readonly blocks: Block[] = []
  readonly provenance: Provenance = {}
  private readonly inputs: DraftInputs
  private readonly language: string
  private readonly base = new Map<string, BaseBlock>()
  private readonly emptyHeadings = new Set<string>()
  private readonly level: number
  private readonly builder: BlockBuilder
  private count = 0

  constructor(inputs: DraftInputs, plan: Plan) {
    this.inputs = inputs
    this.language = plan.language
    const base = readBase(inputs)
    this.level = base?.zones.some((zone) => zone.heading) ? base.level : 2
    for (const zone of base?.zones ?? []) {
      if (zone.heading) this.base.set(zone.heading.block.id, zone.heading)
      // An empty heading in a document was meant by its author; in a draft it only waited for content.
      if (zone.heading && zone.blocks.length === 0 && !inputs.previous) this.emptyHeadings.add(zone.heading.block.id)
      for (const entry of zone.blocks) this.base.set(entry.block.id, entry)
    }
    const ids = [...this.base.values()].flatMap((entry) => [...walkBlocks([entry.block])].map(({ block }) => block.id))
    this.builder = new BlockBuilder(ids)
  }

  section(section: Section | typeof LEAD | typeof SEE_ALSO, passages: Passage[], isSkeleton: boolean): void {
    const kept = typeof section === 'string' ? undefined : this.base.get(section.blockId ?? '')
    const isKept = kept !== undefined && (kept.human || this.emptyHeadings.has(kept.block.id))
    const isAsked = typeof section !== 'string' && (section.asked || isSkeleton)
    if (passages.length === 0 && !isKept && !isAsked) return
    if (section === SEE_ALSO) this.seeAlsoHeading(passages)
    else if (section !== LEAD) this.sectionHeading(section, passages, kept)
    this.passages(passages)
  }

  private sectionHeading(section: Section, passages: Passage[], kept: BaseBlock | undefined): void {
    if (kept) {
      this.keep(kept, kept.block)
      return
    }
    const source = section.source ?? passages[0]?.source ?? this.titleSource()
    this.add([this.builder.heading(section.heading, this.level)], originOf(section.source), [source])
  }

  private seeAlsoHeading(passages: Passage[]): void {
    const zone = readBase(this.inputs)?.zones.find((other) =>
      other.blocks.some((entry) => entry.block.id === passages[0]?.blockId),
    )
    if (zone?.heading) this.keep(zone.heading, zone.heading.block)
    else
      this.add(
        [this.builder.heading(phrasesFor(this.language).seeAlso[0] ?? 'See also', this.level)],
        'source',
        passages[0] ? [passages[0].source] : [],
      )
  }

  private titleSource(): Source {
    const { id, title } = this.inputs.document
    return { kind: 'document', id, title, quote: title }
  }

  private passages(passages: Passage[]): void {
    let under: string | undefined
    for (let at = 0; at < passages.length; ) {
      const passage = passages[at]
      if (!passage) break
      let end = at + 1
      while (
        passages[end]?.group === passage.group &&
        passages[end]?.form === passage.form &&
        passages[end]?.under === passage.under
      )
        end++
      const group = passages.slice(at, end)
      if (passage.under && passage.under !== under)
        this.add([this.builder.heading(passage.under, this.level + 1)], originOf(passage.source), [
          { ...passage.source, quote: passage.under },
        ])
      under = passage.under
      this.group(passage, group)
      at = end
    }
  }

  private group(first: Passage, group: Passage[]): void {
    const base = first.blockId ? this.base.get(first.blockId) : undefined
    if (base) this.baseBlock(base, first)
    else if (first.form === 'sentence')
      this.add(
        this.builder.paragraph(joinSentences(group.map(({ text }) => text))),
        originOf(first.source),
        sourcesOf(group),
      )
    else if (first.form === 'code')
      for (const passage of group)
        this.add([this.builder.code(passage.text, passage.language)], originOf(passage.source), sourcesOf([passage]))
    else if (first.form === 'list') this.list(group)
    else
      for (const passage of group)
        this.add(this.builder.markdown(passage.text), originOf(passage.source), sourcesOf([passage]))
  }

  /** A lone item of a loose list reads better as a sentence. */
  private list(group: Passage[]): void {
    const lone = group.length === 1 && group[0]?.group.startsWith('notes:list') ? group[0] : undefined
    const item = lone && /^- ([^\n]+)$/.exec(lone.text)?.[1]
    if (lone && item) this.add(this.builder.paragraph(item), originOf(lone.source), sourcesOf([lone]))
    else
      for (const passage of group)
        this.add(this.builder.list(passage.text), originOf(passage.source), sourcesOf([passage]))
  }

  private baseBlock(entry: BaseBlock, passage: Passage): void {
    const { edit } = passage
    if (!edit) {
      this.keep(entry, entry.block, passage.also ?? [])
      return
    }
    const edited = replaceSentence(entry.block, edit.remove, this.builder.paragraph(edit.insert)[0]?.content)
    this.keep(entry, edited ?? entry.block, [edit.source])
    // The sentence could not be exchanged where it stands (it is styled): the better one follows it.
    if (!edited) this.add(this.builder.paragraph(edit.insert), originOf(edit.source), [edit.source])
  }

  private keep(entry: BaseBlock, block: Block, also: Source[] = []): void {
    const sources = [...entry.sources, ...also]
    this.add(
      [block],
      entry.origin,
      entry.human ? [{ ...entry.sources[0], quote: blocksToText([block]).slice(0, 300) } as Source] : sources,
    )
  }

  private add(blocks: Block[], origin: Origin, sources: Source[]): void {
    for (const block of blocks) {
      const inside = [...walkBlocks([block])]
      if (this.count + inside.length > MAX_BLOCKS) return
      this.count += inside.length
      this.blocks.push(block)
      for (const entry of inside) this.provenance[entry.block.id] = { origin, sources: distinct(sources) }
    }
  }
}

function originOf(source: Source | null): Origin {
  if (source?.kind === 'answer' || source?.kind === 'action') return 'answer'
  return source?.kind === 'notes' ? 'notes' : 'source'
}

function sourcesOf(passages: Passage[]): Source[] {
  return passages.flatMap((passage) => [passage.source, ...(passage.also ?? [])])
}

function distinct(sources: Source[]): Source[] {
  const seen = new Set<string>()
  const kept = sources.filter((source) => {
    const key = `${source.kind} ${source.id} ${source.quote}`
    return seen.has(key) ? false : seen.add(key)
  })
  return kept.slice(0, MOST_SOURCES)
}
