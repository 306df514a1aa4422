// The ledger: for every character of every source what became of it, computed from the finished draft. What no part of the
// drafter claimed is held as `unplaced`, so that a fault shows itself instead of losing a line.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from '#blocks/text.ts'
import type { Draft, DraftedEntry, Provenance, Statement } from './contract.ts'
import type { PagePiece } from './page.ts'
import type { SiftedPage, SiftedSpan } from './sift.ts'
import type { SourceTalk, Span } from './source.ts'

/** A SaidSource is a conversation with what was printed of each statement. */
export type SaidSource = { read: SourceTalk; pieces: Map<string, PagePiece[]> }

type UnplacedText = { text: string; entry: DraftedEntry; page: SiftedPage }

/** ledgerOf: with `isWorded` a model worded the draft, and what its blocks quote counts as printed. */
export function ledgerOf(
  { blocks, provenance, edits = [] }: Draft,
  pages: SiftedPage[],
  statements: SaidSource[],
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
  // People laid their own version over it, had it changed, or took it out; a heading goes with all that was under it.
  if (by.isChanged) return { fate: 'left_out', reason: 'edited' }
  return by.kind === 'heading' ? { fate: 'left_out', reason: 'emptied' } : { fate: 'held', reason: 'unplaced' }
}

function saidFate(block_id: string | undefined, use: Statement['use']): EntryFate {
  if (block_id !== undefined) return { fate: 'printed', block_id }
  return use === null ? { fate: 'statement' } : { fate: 'left_out', reason: 'not_picked' }
}

const textOf = (block: Block): string => oneLine(blocksToText([block]))

/** finderIn finds in the draft what was meant to be printed: in its own block, or in the same words elsewhere. */
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

/** quotesIn finds the block that quotes a slice of a source, or a piece of it. */
function quotesIn(provenance: Provenance): (slice: string) => string | undefined {
  const quotes = Object.entries(provenance).flatMap(([id, { sources }]) =>
    sources.map(({ quote }) => ({ id, quote: oneLine(quote) })),
  )
  return (slice) => {
    const text = oneLine(slice)
    return quotes.find(({ quote }) => quote !== '' && (text.includes(quote) || quote.includes(text)))?.id
  }
}

/** coverOf cuts a part at its claims; signs alone between two claims belong to the claim beside them. */
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
