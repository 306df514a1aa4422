// The text a draft starts from: the previous draft on a redraft, else the document's current blocks, as zones under their
// headings. Tells of each block whether a person wrote it and what it rests on; what rests on a document closed since is
// left out. Its sentences can be replaced and removed; nothing else changes it.

import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import { type Block, type BlockContent, walkBlocks } from 'galley-blocks/model.ts'
import {
  blocksToText,
  blockText,
  cellContent,
  headingLevel,
  inlineText,
  isTableContent,
  oneLine,
} from '#blocks/text.ts'
import { type Compared, compared, StatementIndex } from './compare.ts'
import type { DraftInputs, Origin, Source } from './contract.ts'
import { changeInside, replaceSentence } from './inline-edit.ts'
import { splitSentences } from './text/sentences.ts'
import { keyOf } from './text/words.ts'

export type BaseBlock = { block: Block | undefined; id: string; human: boolean; origin: Origin; sources: Source[] }
/** A Zone is a heading of the outline's level with the blocks under it; the first has none. */
export type Zone = { heading: BaseBlock | null; title: string; blocks: BaseBlock[] }
export type BaseSentence = { text: string; entry: BaseBlock; blockId: string; zone: Zone }

const LONGEST_QUOTE = 300

export class Base {
  readonly zones: Zone[] = [{ heading: null, title: '', blocks: [] }]
  readonly level: number
  readonly keys = new Set<string>()
  readonly #index = new StatementIndex<BaseSentence>()
  readonly #sentences: BaseSentence[] = []

  constructor(inputs: DraftInputs, language: string) {
    const all = inputs.previous ? previousBlocks(inputs) : currentBlocks(inputs)
    // The editor ends every document with an empty paragraph.
    const blocks = all.filter(({ block }) => block!.type !== 'paragraph' || blocksToText([block!]).trim() !== '')
    this.level = outlineLevel(blocks)
    for (const entry of blocks) {
      if (entry.block!.type === 'heading' && headingLevel(entry.block!) === this.level)
        this.zones.push({ heading: entry, title: oneLine(blocksToText([entry.block!])), blocks: [] })
      else this.zones.at(-1)!.blocks.push(entry)
    }
    for (const zone of this.zones) for (const entry of zone.blocks) this.#read(entry, zone, language)
  }

  get isEmpty(): boolean {
    return this.zones.length === 1 && this.zones[0]!.blocks.length === 0
  }

  #read(entry: BaseBlock, zone: Zone, language: string): void {
    for (const block of walkBlocks([entry.block!])) {
      const text = blockText(block)
      this.keys.add(keyOf(text))
      // Code, formulas and diagrams have no sentences.
      const isProse = blockTypeSpec(block.type)?.content !== 'plain'
      if (!isProse || block.type === 'heading') continue
      for (const sentence of block.type === 'table' ? rowsOf(block) : splitSentences(text)) {
        const found = { text: sentence, entry, blockId: block.id, zone }
        this.keys.add(keyOf(sentence))
        this.#sentences.push(found)
        this.#index.add(compared(sentence, language), found)
      }
    }
  }

  near(statement: Compared): { statement: Compared; value: BaseSentence }[] {
    return this.#index.near(statement).filter(({ value }) => value.entry.block !== undefined)
  }

  /** find gives the sentence with these words. */
  find(text: string): BaseSentence | undefined {
    const key = keyOf(text)
    return this.#sentences.find((sentence) => sentence.entry.block && keyOf(sentence.text) === key)
  }

  /** replace puts inline content in the place of a sentence; false when that would cut a link in two. */
  replace(sentence: BaseSentence, text: string, content: BlockContent | undefined, source: Source): boolean {
    const { entry } = sentence
    if (!entry.block) return false
    let done = false
    const changed = changeInside(entry.block, sentence.blockId, (block) => {
      const edited = replaceSentence(block, sentence.text, content)
      done = edited !== undefined
      return edited ?? block
    })
    if (!done) return false
    entry.block = changed
    entry.sources = [
      ...entry.sources.filter(({ quote }) => !quote.includes(sentence.text) || quote.length > sentence.text.length + 2),
      source,
    ]
    this.keys.delete(keyOf(sentence.text))
    sentence.text = text
    this.keys.add(keyOf(text))
    return true
  }

  /** remove takes a sentence out; a block that is left without words goes as a whole. */
  remove(sentence: BaseSentence): void {
    const { entry } = sentence
    if (!entry.block) return
    this.keys.delete(keyOf(sentence.text))
    entry.block = changeInside(entry.block, sentence.blockId, (block) => {
      const rest = replaceSentence(block, sentence.text, [])
      return rest && blockText(rest).trim() !== '' ? rest : block.children.length > 0 && rest ? rest : undefined
    })
  }
}

function currentBlocks({ document }: DraftInputs): BaseBlock[] {
  const { id, title, blocks } = document
  return blocks.map((block) => ({
    block,
    id: block.id,
    human: false,
    origin: 'source',
    sources: [{ kind: 'document', id, title, quote: blocksToText([block]).slice(0, LONGEST_QUOTE) }],
  }))
}

function previousBlocks(inputs: DraftInputs): BaseBlock[] {
  const previous = inputs.previous!
  const edited = new Set(previous.editedBlockIds)
  const { provenance, title } = previous.draft
  const isClosed = closedSince(inputs)
  const kept: BaseBlock[] = []
  for (const block of previous.draft.blocks) {
    const inside = [...walkBlocks([block])].map(({ id }) => id)
    const entries = inside.map((id) => provenance[id])
    // A block without an entry was added by a person: no drafter leaves one out.
    const human = inside.some((id, index) => edited.has(id) || !entries[index] || entries[index]?.origin === 'human')
    const sources = entries.flatMap((entry) => entry?.sources ?? [])
    if (sources.some(isClosed) && !human) continue
    const own: Source = { kind: 'draft', id: null, title, quote: blocksToText([block]).slice(0, LONGEST_QUOTE) }
    const origin = human ? 'human' : (provenance[block.id]?.origin ?? 'source')
    kept.push({ block, id: block.id, human, origin, sources: human || sources.length === 0 ? [own] : sources })
  }
  return kept
}

/** rowsOf reads each row of a table as what its first cell names, so that a new value for it is seen. */
function rowsOf({ content }: Block): string[] {
  if (!isTableContent(content)) return []
  return content.rows.slice(1).map(({ cells }) => {
    const [name = '', ...values] = cells.map((cell) => oneLine(inlineText(cellContent(cell))))
    return `${name}: ${values.join(', ')}`
  })
}

/** closedSince tells of a source whether it is a document that not every reader may read any more. */
function closedSince({ document, related }: DraftInputs): (source: Source) => boolean {
  const open = new Set([document.id, ...related.map(({ id }) => id)])
  return ({ kind, id }) => kind === 'document' && id !== null && !open.has(id)
}

/** The outline's level is the highest one with several headings: a lone first one is the title. */
function outlineLevel(blocks: BaseBlock[]): number {
  const counts = new Map<number, number>()
  for (const { block } of blocks)
    if (block!.type === 'heading') counts.set(headingLevel(block!), (counts.get(headingLevel(block!)) ?? 0) + 1)
  const levels = [...counts.keys()].sort()
  return levels.find((level) => counts.get(level)! > 1) ?? levels.find((level) => level > 1) ?? levels[0] ?? 2
}
