// Blocks as values: text, inline pieces, and a flat list with depths. Accepts any saved shape (a string, inline items, a
// table, an unknown type) without throwing.

import { blockTypeSpec, wordProps } from 'galley-blocks/block-types.ts'
import type { Block } from 'galley-blocks/model.ts'

export type InlineSpan = { text: string; styles: Record<string, unknown>; href?: string }
/** `callout` is the kind of the enclosing or own box. */
export type Flat = { block: Block; depth: number; callout?: string }

/** Addresses that the service accepts. */
export const SAFE_LINK = /^(https?:|mailto:|\/(?!\/)|#)/i

type RawInline = { type?: string; text?: string; styles?: Record<string, unknown>; href?: string; content?: unknown }

/** The content of a block or cell as styled pieces. */
export function inlineOf(content: unknown): InlineSpan[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content, styles: {} }]
  if (!Array.isArray(content)) return []
  return (content as (RawInline | string)[]).flatMap((item): InlineSpan[] => {
    if (typeof item === 'string') return [{ text: item, styles: {} }]
    if (item.type === 'link') return inlineOf(item.content).map((piece) => ({ ...piece, href: item.href ?? '' }))
    return typeof item.text === 'string' ? [{ text: item.text, styles: item.styles ?? {} }] : []
  })
}

export function tableRows(content: unknown): InlineSpan[][][] {
  const rows = (content as { rows?: { cells?: unknown[] }[] } | null)?.rows
  if (!Array.isArray(rows)) return []
  return rows.map((row) =>
    (row.cells ?? []).map((cell) =>
      inlineOf(typeof cell === 'object' && cell !== null && 'content' in cell ? cell.content : cell),
    ),
  )
}

export const join = (pieces: InlineSpan[]) => pieces.map(({ text }) => text).join('')

const cellTexts = (table: Block): string[][] => tableRows(table.content).map((row) => row.map(join))

/** The visible text of a block without its children. */
export function textOf(block: Block): string {
  if (block.type === 'table') {
    return cellTexts(block)
      .map((row) => row.join(' | '))
      .join('\n')
  }
  const text = join(inlineOf(block.content))
  if (text !== '') return text
  const spec = blockTypeSpec(block.type)
  const props = (block.props ?? {}) as Record<string, string>
  return [...(spec ? wordProps(spec) : []), 'source', 'url']
    .map((prop) => props[prop])
    .filter(Boolean)
    .join(' ')
}

export function flatten(blocks: Block[], depth = 0, around?: string): Flat[] {
  return blocks.flatMap((block) => {
    const isBox = block.type === 'callout'
    const callout = isBox ? String(block.props?.kind ?? 'note') : around
    const own = callout === undefined ? { block, depth } : { block, depth, callout }
    return [own, ...flatten(block.children ?? [], isBox ? depth : depth + 1, callout)]
  })
}

/** The number of each item within its run of numbered items. */
export function numbersOf(flats: { block: Block; depth: number }[]): Map<Block, number> {
  const numbers = new Map<Block, number>()
  const counts: number[] = []
  for (const { block, depth } of flats) {
    counts.length = depth + 1
    counts[depth] = block.type === 'numberedListItem' ? (counts[depth] ?? 0) + 1 : 0
    numbers.set(block, counts[depth])
  }
  return numbers
}
