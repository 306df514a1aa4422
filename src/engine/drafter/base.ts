// The text a draft starts from: the previous draft on a redraft, else the document's present blocks. Says for each of
// its blocks whether a person wrote it and what it rests on, and leaves out what rests on a document closed since.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, headingLevel, oneLine } from '#blocks/text.ts'
import type { DraftInputs, Origin, Source } from './drafter.ts'

export type BaseBlock = { block: Block; text: string; human: boolean; origin: Origin; sources: Source[] }
/** A Zone is a heading of the outline's level with the blocks under it; the first may have no heading. */
export type Zone = { heading: BaseBlock | null; title: string; blocks: BaseBlock[] }
export type Base = { level: number; zones: Zone[] }

export const LONGEST_BASE_QUOTE = 300

/** readBase cuts the starting text into zones; undefined when there is none. */
export function readBase(inputs: DraftInputs): Base | undefined {
  const all = inputs.previous ? previousBlocks(inputs) : presentBlocks(inputs)
  // The editor ends every document with an empty paragraph.
  const blocks = all.filter(({ block, text }) => text.trim() !== '' || block.type !== 'paragraph')
  if (blocks.length === 0) return undefined
  const level = outlineLevel(blocks)
  const zones: Zone[] = [{ heading: null, title: '', blocks: [] }]
  for (const entry of blocks) {
    if (entry.block.type === 'heading' && headingLevel(entry.block) === level)
      zones.push({ heading: entry, title: oneLine(entry.text), blocks: [] })
    else zones.at(-1)?.blocks.push(entry)
  }
  return { level, zones }
}

function presentBlocks(inputs: DraftInputs): BaseBlock[] {
  const { id, title, blocks } = inputs.document
  return blocks.map((block) => {
    const text = blocksToText([block])
    return {
      block,
      text,
      human: false,
      origin: 'source',
      sources: [{ kind: 'document', id, title, quote: text.slice(0, LONGEST_BASE_QUOTE) }],
    }
  })
}

function previousBlocks(inputs: DraftInputs): BaseBlock[] {
  const previous = inputs.previous
  if (!previous) return []
  const edited = new Set(previous.editedBlockIds)
  const { provenance, title } = previous.draft
  const isClosed = closedSince(inputs)
  const kept: BaseBlock[] = []
  for (const block of previous.draft.blocks) {
    const text = blocksToText([block])
    const inside = [...walkBlocks([block])].map(({ id }) => id)
    const entries = inside.map((id) => provenance[id])
    // A block without an entry was added by a person: no drafter leaves one out.
    const human = inside.some((id, index) => edited.has(id) || !entries[index] || entries[index]?.origin === 'human')
    const sources = entries.flatMap((entry) => entry?.sources ?? [])
    if (sources.some(isClosed) && !human) continue
    const own: Source = { kind: 'draft', id: null, title, quote: text.slice(0, LONGEST_BASE_QUOTE) }
    kept.push({
      block,
      text,
      human,
      origin: human ? 'human' : (provenance[block.id]?.origin ?? 'source'),
      sources: human || sources.length === 0 ? [own] : sources,
    })
  }
  return kept
}

/** closedSince tells of a source whether it is a document that not every reader may read any more. */
function closedSince({ document, related }: DraftInputs): (source: Source) => boolean {
  const open = new Set([document.id, ...related.map(({ id }) => id)])
  return ({ kind, id }) => kind === 'document' && id !== null && !open.has(id)
}

/** restsOnClosed tells whether the previous draft's summary was taken from a document closed since. */
export function restsOnClosed(inputs: DraftInputs, summary: string): boolean {
  const { previous } = inputs
  if (!previous || previous.summaryEdited || previous.draft.summary !== summary) return false
  const isClosed = closedSince(inputs)
  const said = oneLine(summary).replace(/…$/, '')
  return previous.draft.blocks.some((block) => {
    const inside = [...walkBlocks([block])].map(({ id }) => id)
    const sources = inside.flatMap((id) => previous.draft.provenance[id]?.sources ?? [])
    return sources.some(isClosed) && oneLine(blocksToText([block])).includes(said)
  })
}

/** The outline's level is the highest one with several headings: a lone first one is the title. */
function outlineLevel(blocks: BaseBlock[]): number {
  const counts = new Map<number, number>()
  for (const { block } of blocks) {
    if (block.type === 'heading') counts.set(headingLevel(block), (counts.get(headingLevel(block)) ?? 0) + 1)
  }
  const levels = [...counts.keys()].sort()
  return levels.find((level) => (counts.get(level) ?? 0) > 1) ?? levels.find((level) => level > 1) ?? levels[0] ?? 2
}
