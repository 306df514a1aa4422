// The ledger: for every character of every source what became of it, computed from the finished draft. What no part of the
// drafter claimed is held as `unplaced`, so that a fault shows itself instead of losing a line.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from '#blocks/text.ts'
import type { Draft, DraftedEntry, Provenance } from './contract.ts'
import type { PagePiece } from './page.ts'
import type { SiftedPage, SiftedSpan } from './sift.ts'
import type { SourceTalk, Span } from './source.ts'

/** A SaidStatement is a statement of a conversation with what was printed of it. */
export type SaidSource = { read: SourceTalk; pieces: Map<string, PagePiece[]> }

/** PrintedBlocks finds in the draft what was meant to be printed: in its own block, or in the same words elsewhere. */
class PrintedBlocks {
  readonly #byId: Map<string, Block>
  readonly #byText = new Map<string, string>()

  constructor(blocks: Block[]) {
    this.#byId = new Map([...walkBlocks(blocks)].map((block) => [block.id, block]))
    for (const block of blocks) this.#byText.getOrInsert(textOf(block), block.id)
  }

  find(wanted: readonly Block[]): string | undefined {
    const found = wanted.map((block) => this.#findBlock(block))
    return found.includes(undefined) ? undefined : found[0]
  }

  #findBlock(block: Block): string | undefined {
    const own = this.#byId.get(block.id)
    return own && (own === block || textOf(own) === textOf(block)) ? block.id : this.#byText.get(textOf(block))
  }

  has = (id: string): boolean => this.#byId.has(id)
}

const textOf = (block: Block): string => oneLine(blocksToText([block]))

type Unplaced = { text: string; entry: DraftedEntry; page: SiftedPage }

/** ledgerOf: with `isWorded` a model worded the draft, and what its blocks quote counts as printed. */
export function ledgerOf({ blocks, provenance }: Draft, pages: SiftedPage[], said: SaidSource[], isWorded: boolean) {
  const printed = new PrintedBlocks(blocks)
  const quoting = isWorded ? quotesIn(provenance) : undefined
  const ledger: DraftedEntry[] = []
  const unplaced: Unplaced[] = []
  for (const page of pages) {
    const { source, skipped } = page.read
    for (const span of skipped) ledger.push({ source: source.key, ...span, fate: 'left_out' })
    for (const { part, pieces, claims } of page.parts) {
      const isOwn = pieces.some(({ human }) => human)
      const id = printed.find(isOwn ? part.blocks : pieces.flatMap(({ block }) => block ?? []))
      const entries = coverOf(part, claims, source.text).map(({ claim, from, to }): DraftedEntry => {
        const place = { source: source.key, from, to }
        if (claim) return { ...place, ...told(claim) }
        const quoted = id ?? quoting?.(source.text.slice(from, to))
        if (quoted !== undefined) return { ...place, fate: 'printed', block_id: quoted }
        if (isWorded) return { ...place, fate: 'left_out', reason: 'not_used' }
        // People laid their own version over it, or took it out; a heading goes with all that was under it.
        if (isOwn) return { ...place, fate: 'left_out', reason: 'edited' }
        if (part.kind === 'heading') return { ...place, fate: 'left_out', reason: 'emptied' }
        const entry: DraftedEntry = { ...place, fate: 'held', reason: 'unplaced' }
        unplaced.push({ text: source.text.slice(from, to), entry, page })
        return entry
      })
      ledger.push(...entries)
    }
  }
  for (const { read, pieces } of said)
    for (const { id, from, to, use } of read.statements) {
      const block =
        printed.find((pieces.get(id) ?? []).flatMap(({ block: own }) => own ?? [])) ??
        quoting?.(read.source.text.slice(from, to))
      const place = { source: read.source.key, from, to }
      if (block !== undefined) ledger.push({ ...place, fate: 'printed', block_id: block })
      else
        ledger.push({
          ...place,
          fate: use === null ? 'statement' : 'left_out',
          ...(use === null ? {} : { reason: 'not_picked' }),
        })
    }
  return {
    ledger: ledger.sort((a, b) => (a.source === b.source ? a.from - b.from : a.source < b.source ? -1 : 1)),
    unplaced,
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

const told = ({
  fate,
  reason,
  raised,
  blockId,
}: SiftedSpan): Pick<DraftedEntry, 'fate' | 'reason' | 'raised' | 'block_id'> => ({
  fate,
  ...(reason === undefined ? {} : { reason }),
  ...(raised === undefined ? {} : { raised }),
  ...(blockId === undefined ? {} : { block_id: blockId }),
})

/** coverOf cuts a part at its claims; signs alone between two claims belong to the claim beside them. */
function coverOf(part: Span, claims: SiftedSpan[], text: string): (Span & { claim?: SiftedSpan })[] {
  const cover: (Span & { claim?: SiftedSpan })[] = []
  let at = part.from
  const rest = (to: number) => {
    if (/[\p{L}\p{N}]/u.test(text.slice(at, to)) || (text.slice(at, to).trim() !== '' && claims.length === 0))
      cover.push({ from: at, to })
    else if (text.slice(at, to).trim() !== '' && cover.length > 0) cover.at(-1)!.to = to
    else if (text.slice(at, to).trim() !== '') return at
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
