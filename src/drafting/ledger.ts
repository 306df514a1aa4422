// The ledger: what became of every character of every source, computed from the finished draft. Text that no part of the
// drafter claimed is held as `unplaced`, so that a bug shows instead of losing a line.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import type { Draft, DraftedEntry, Provenance, Statement } from './contract.ts'
import type { PagePiece } from './page.ts'
import type { SiftedPage, SiftedSpan } from './sift.ts'
import type { SourceTalk, Span } from './source.ts'

export type PrintedConversation = { read: SourceTalk; pieces: Map<string, PagePiece[]> }

type UnplacedText = { text: string; entry: DraftedEntry; page: SiftedPage }

/** `isWorded`: a model wrote the draft, and text that its blocks quote counts as printed. */
export function ledgerOf(
  { blocks, provenance, edits = [] }: Draft,
  pages: SiftedPage[],
  statements: PrintedConversation[],
  isWorded: boolean,
) {
  const find = finderIn(blocks)
  const quoting = isWorded ? quotesIn(provenance) : undefined
  const changing = edits.filter(({ op, state }) => state === (op === 'insert' ? 'rejected' : 'applied'))
  const edited = new Set(changing.map(({ block_id }) => block_id))
  const ledger: DraftedEntry[] = []
  const unplaced: UnplacedText[] = []
  for (const page of pages) {
    const { source, skipped } = page.read
    for (const span of skipped) ledger.push({ source: source.key, ...span, fate: 'left_out' })
    for (const { part, pieces, claims } of page.parts) {
      const isOwn = pieces.some(({ human }) => human)
      const isChanged = isOwn || pieces.some(({ block }) => !block || edited.has(block.id))
      const id = find(isOwn ? part.blocks : pieces.flatMap(({ block }) => block ?? []))
      for (const { claim, from, to } of coverOf(part, claims, source.text)) {
        const text = source.text.slice(from, to)
        const fate = claim ?? fateOf(id ?? quoting?.(text), { isWorded, isChanged, kind: part.kind })
        const entry: DraftedEntry = { source: source.key, ...fate, from, to }
        if (entry.reason === 'unplaced') unplaced.push({ text, entry, page })
        ledger.push(entry)
      }
    }
  }
  for (const { read, pieces } of statements)
    for (const { id, from, to, use } of read.statements) {
      const own = pieces.get(id)?.flatMap(({ block }) => block ?? []) ?? []
      const block = find(own) ?? quoting?.(read.source.text.slice(from, to))
      ledger.push({ source: read.source.key, from, to, ...saidFate(block, use) })
    }
  return {
    ledger: ledger.sort((a, b) => (a.source === b.source ? a.from - b.from : a.source < b.source ? -1 : 1)),
    unplaced,
  }
}

type EntryFate = Pick<DraftedEntry, 'fate' | 'block_id' | 'reason'>

function fateOf(block_id: string | undefined, by: { isWorded: boolean; isChanged: boolean; kind: string }): EntryFate {
  if (block_id !== undefined) return { fate: 'printed', block_id }
  if (by.isWorded) return { fate: 'left_out', reason: 'not_used' }
  // A person replaced, changed or removed the block, or the heading lost everything under it.
  if (by.isChanged) return { fate: 'left_out', reason: 'edited' }
  return by.kind === 'heading' ? { fate: 'left_out', reason: 'emptied' } : { fate: 'held', reason: 'unplaced' }
}

function saidFate(block_id: string | undefined, use: Statement['use']): EntryFate {
  if (block_id !== undefined) return { fate: 'printed', block_id }
  return use === null ? { fate: 'statement' } : { fate: 'left_out', reason: 'not_picked' }
}

const textOf = (block: Block): string => oneLine(blocksToText([block]))

/** Finds a block that was to be printed in the draft: by id, or by its words in another block. */
function finderIn(blocks: Block[]): (wanted: readonly Block[]) => string | undefined {
  const byId = new Map([...walkBlocks(blocks)].map((block) => [block.id, block]))
  const byText = new Map(blocks.toReversed().map((block) => [textOf(block), block.id]))
  const findOne = (block: Block) => {
    const own = byId.get(block.id)
    return own && (own === block || textOf(own) === textOf(block)) ? block.id : byText.get(textOf(block))
  }
  return (wanted) => {
    const found = wanted.map(findOne)
    return found.includes(undefined) ? undefined : found[0]
  }
}

/** Finds the block that quotes a slice of a source, or part of it. */
function quotesIn(provenance: Provenance): (slice: string) => string | undefined {
  const quotes = Object.entries(provenance).flatMap(([id, { sources }]) =>
    sources.map(({ quote }) => ({ id, quote: oneLine(quote) })),
  )
  return (slice) => {
    const text = oneLine(slice)
    return quotes.find(({ quote }) => quote !== '' && (text.includes(quote) || quote.includes(text)))?.id
  }
}

/** Splits a part at its claims; punctuation between two claims belongs to the neighbouring claim. */
export function coverOf(part: Span, claims: SiftedSpan[], text: string): (Span & { claim?: SiftedSpan })[] {
  const cover: (Span & { claim?: SiftedSpan })[] = []
  let at = part.from
  const rest = (to: number) => {
    const left = text.slice(at, to)
    if (/[\p{L}\p{N}]/u.test(left) || (left.trim() !== '' && claims.length === 0)) cover.push({ from: at, to })
    else if (left.trim() !== '' && cover.length > 0) cover.at(-1)!.to = to
    else if (left.trim() !== '') return at
    return to
  }
  for (const claim of claims.toSorted((a, b) => a.from - b.from)) {
    const from = Math.min(claim.from, rest(claim.from))
    cover.push({ from, to: claim.to, claim })
    at = claim.to
  }
  if (at < part.to) rest(part.to)
  return cover
}
