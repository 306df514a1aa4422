// The sheet that both drafters set their draft on: blocks with provenance for each of them, nested ones included, within
// the bounds of a document. What stands on it, and in which order, is the composers' business.

import { type Block, MAX_BLOCKS, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText } from '#blocks/text.ts'
import type { Base, BaseBlock } from './base.ts'
import { BlockBuilder } from './block-builder.ts'
import type { Draft, DraftInputs, NewAction, Origin, Plan, Provenance, Source } from './contract.ts'
import { mendLinks } from './links.ts'

const MOST_QUOTES = 12
const LONGEST_QUOTE = 300

/** builderFor gives no new block the id of one that may stay. */
export function builderFor(base: Base): BlockBuilder {
  const entries = base.zones.flatMap((zone) => (zone.heading ? [zone.heading, ...zone.blocks] : zone.blocks))
  return new BlockBuilder(walkBlocks(entries.flatMap(({ block }) => (block ? [block] : []))).map(({ id }) => id))
}

export class DraftSheet {
  readonly inputs: DraftInputs
  readonly builder: BlockBuilder
  readonly level: number
  readonly #plan: Plan
  readonly #blocks: Block[] = []
  readonly #provenance: Provenance = {}
  #count = 0

  constructor(inputs: DraftInputs, plan: Plan, base: Base, builder: BlockBuilder) {
    this.inputs = inputs
    this.builder = builder
    this.#plan = plan
    this.level = base.zones.some(({ heading }) => heading) ? base.level : 2
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

  /** keep puts a block of the base back. */
  keep({ block, human, origin, sources }: BaseBlock): void {
    if (!block) return
    const own = human
      ? sources.map((source) => ({ ...source, quote: blocksToText([block]).slice(0, LONGEST_QUOTE) }))
      : sources
    this.add([block], origin, own)
  }

  /** finish gives the draft, and actions for links in it that point nowhere. */
  finish(summary: string | null): { draft: Draft; actions: NewAction[] } {
    const { blocks, actions } = mendLinks(this.#blocks, this.#provenance, this.inputs, this.#plan.language)
    const { previous, document } = this.inputs
    const title = (this.#plan.directives.title ?? previous?.draft.title ?? document.title).slice(0, 300)
    return { draft: { title, summary, blocks, provenance: this.#provenance }, actions }
  }
}

/** originOf says whose words a source holds; without one they are the drafter's own. */
export function originOf(source: Source | null): Origin {
  if (!source) return 'model'
  if (source.kind === 'answer' || source.kind === 'action') return 'answer'
  return source.kind === 'notes' ? 'notes' : 'source'
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
