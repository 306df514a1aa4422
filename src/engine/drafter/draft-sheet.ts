// The sheet that both drafters set their draft on: blocks with provenance for each of them, nested ones included, within the
// bounds of a document. What stands on it, and in which order, is the composers' business.

import { type Block, MAX_BLOCKS, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText } from '#blocks/text.ts'
import { type BaseBlock, LONGEST_BASE_QUOTE, readBase, type Zone } from './base.ts'
import { BlockBuilder } from './block-builder.ts'
import type { Draft, DraftInputs, NewAction, Origin, Passage, Provenance, Section, Source } from './drafter.ts'
import { mendLinks } from './links.ts'
import { phrasesFor } from './phrases.ts'
import { readNotes } from './plan.ts'
import { headingKey } from './terms.ts'

const MOST_QUOTES = 12

export class DraftSheet {
  readonly inputs: DraftInputs
  readonly zones: Zone[]
  readonly level: number
  readonly builder: BlockBuilder
  readonly #language: string
  readonly #base: Map<string, BaseBlock>
  readonly #blocks: Block[] = []
  readonly #provenance: Provenance = {}
  #count = 0

  /** `mayStay` tells which blocks of the base the draft may keep: no new block gets the id of one of them. */
  constructor(inputs: DraftInputs, language: string, mayStay: (entry: BaseBlock) => boolean) {
    const base = readBase(inputs)
    this.inputs = inputs
    this.zones = base?.zones ?? []
    this.level = base && this.zones.some((zone) => zone.heading) ? base.level : 2
    this.#language = language
    const entries = this.zones.flatMap((zone) => (zone.heading ? [zone.heading, ...zone.blocks] : zone.blocks))
    this.#base = new Map(entries.map((entry) => [entry.block.id, entry]))
    const staying = entries.filter(mayStay).map((entry) => entry.block)
    this.builder = new BlockBuilder(walkBlocks(staying).map(({ id }) => id))
  }

  findBase(blockId: string | undefined): BaseBlock | undefined {
    return this.#base.get(blockId ?? '')
  }

  has(blockId: string): boolean {
    return Object.hasOwn(this.#provenance, blockId)
  }

  add(blocks: Block[], origin: Origin, sources: Source[]): void {
    const few = fewSources(sources)
    for (const block of blocks) {
      const inside = [...walkBlocks([block])]
      if (this.#count + inside.length > MAX_BLOCKS) return
      this.#count += inside.length
      this.#blocks.push(block)
      for (const { id } of inside) this.#provenance[id] = { origin, sources: few }
    }
  }

  addHeading(text: string, origin: Origin, sources: Source[], level = this.level): void {
    this.add([this.builder.heading(text, level)], origin, sources)
  }

  /** addSeeAlsoHeading keeps the heading that the first link stood under in the base. */
  addSeeAlsoHeading(first: Passage): void {
    const zone = this.zones.find(({ blocks }) => blocks.some(({ block }) => block.id === first.blockId))
    if (zone?.heading) this.keep(zone.heading)
    else this.addHeading(phrasesFor(this.#language).seeAlso[0] ?? 'See also', 'model', [first.source])
  }

  /** keep puts a block of the base back, as it was or with a sentence exchanged. */
  keep(entry: BaseBlock, block = entry.block, also: Source[] = []): void {
    const sources = entry.human
      ? entry.sources.map((own) => ({ ...own, quote: blocksToText([block]).slice(0, LONGEST_BASE_QUOTE) }))
      : [...entry.sources, ...also]
    this.add([block], entry.origin, sources)
  }

  /** finish gives the draft, and actions for links in it that point nowhere. */
  finish(summary: string | null): { draft: Draft; actions: NewAction[] } {
    const { blocks, actions } = mendLinks(this.#blocks, this.#provenance, this.inputs, this.#language)
    return { draft: { title: titleOf(this.inputs), summary, blocks, provenance: this.#provenance }, actions }
  }
}

/** isNamed: a heading of the base stands unless the notes renamed it. */
export function isNamed(heading: BaseBlock, section: Section): boolean {
  return heading.human || headingKey(heading.text) === headingKey(section.heading)
}

function titleOf({ notes, previous, document }: DraftInputs): string {
  return (readNotes(notes).title ?? previous?.draft.title ?? document.title).slice(0, 300)
}

/** Quotes beyond the bound go, but never the only one of a source: a document closed later must still be found here. */
function fewSources(sources: Source[]): Source[] {
  const quotes = new Set<string>()
  const places = new Set<string>()
  return sources.filter(({ kind, id, quote }) => {
    const place = `${kind} ${id}`
    if (quotes.has(`${place} ${quote}`) || (quotes.size >= MOST_QUOTES && places.has(place))) return false
    quotes.add(`${place} ${quote}`)
    places.add(place)
    return true
  })
}
