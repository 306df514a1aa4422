// Compares blocks, and finds what a person changed between two states. What the editor changes by itself on opening and
// saving (writing defaults, joining equal neighbours, dropping props) doesn't count.

import { CELL_PROPS, propsOfType } from './block-types.ts'
import { type Block, isRecord, walkBlocks } from './model.ts'

type BlockChanges = { edited: Set<string>; deleted: Set<string>; added: Set<string> }
type PropSpecs = typeof CELL_PROPS

/** A person's changes by id, over the whole tree. Moving a block isn't an edit. */
export function changedBlocks(before: Block[], after: Block[]): BlockChanges {
  const changes: BlockChanges = { edited: new Set(), deleted: new Set(), added: new Set() }
  const old = new Map<string, Block>()
  for (const block of walkBlocks(before)) old.set(block.id, block)
  for (const block of walkBlocks(after)) {
    const was = old.get(block.id)
    if (was === undefined) changes.added.add(block.id)
    else if (!isEquivalent(was, block)) changes.edited.add(block.id)
    old.delete(block.id)
  }
  for (const id of old.keys()) changes.deleted.add(id)
  return changes
}

/** Ignores children. */
export const isEquivalent = (a: Block, b: Block): boolean =>
  a === b || (a.type === b.type && blocksEqual(plainBlock(a), plainBlock(b)))

/** Readers see the same: as isEquivalent, with an image's link, which the editor drops. */
export const saysSame = (a: Block, b: Block): boolean =>
  isEquivalent(a, b) && (a.props.link ?? '') === (b.props.link ?? '')

export type PlainBlock = { type: string; props: Record<string, unknown>; content: unknown }

/** A block without id and children, normalised so that equivalent blocks are equal. */
export const plainBlock = ({ type, props, content }: Block): PlainBlock => ({
  type,
  props: meaningfulProps(props, propsOfType(type)),
  // An unknown block's text is derived from its source.
  content: type === 'unknown' ? [] : plainContent(content),
})

/** Compares JSON values regardless of key order; an absent key equals undefined. */
export function blocksEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => blocksEqual(item, b[index]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!blocksEqual(a[key], b[key])) return false
  return true
}

function meaningfulProps(props: unknown, specs: PropSpecs): Record<string, unknown> {
  if (!isRecord(props)) return {}
  return Object.fromEntries(
    Object.entries(props).filter(([key, value]) => {
      const spec = Object.hasOwn(specs, key) ? specs[key] : undefined
      return value !== null && value !== undefined && !spec?.markdownOnly && spec?.default !== value
    }),
  )
}

// The editor normalises content: lists of items, equal neighbours joined, cells as objects.
export function plainContent(content: unknown): unknown {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return plainItems([{ type: 'text', text: content, styles: {} }])
  if (Array.isArray(content)) return plainItems(content)
  if (!isRecord(content) || !Array.isArray(content.rows)) return content
  const widths = Array.isArray(content.columnWidths) ? content.columnWidths : []
  return {
    // The editor writes a width for every column, null if none was chosen.
    columnWidths: widths.some((width) => typeof width === 'number') ? widths.map((width) => width ?? null) : [],
    headerRows: content.headerRows ?? 0,
    headerCols: content.headerCols ?? 0,
    rows: content.rows.map((row) =>
      isRecord(row) && Array.isArray(row.cells) ? { ...row, cells: row.cells.map(plainCell) } : row,
    ),
  }
}

function plainCell(cell: unknown): unknown {
  if (!isRecord(cell)) return { content: plainContent(cell), props: {} }
  return { content: plainContent(cell.content), props: meaningfulProps(cell.props, CELL_PROPS) }
}

function plainItems(items: unknown[]): unknown[] {
  const plain: unknown[] = []
  for (const item of items) {
    if (!isRecord(item)) {
      plain.push(item)
    } else if (item.type === 'text' && typeof item.text === 'string') {
      if (item.text === '') continue
      const styles = plainStyles(item.styles)
      const last = plain.at(-1)
      if (isRecord(last) && last.type === 'text' && blocksEqual(last.styles, styles)) {
        last.text = `${last.text}${item.text}`
      } else {
        plain.push({ type: 'text', text: item.text, styles })
      }
    } else {
      // The editor always drops a link's tooltip, so its absence isn't an edit.
      plain.push(item.type === 'link' ? { type: 'link', href: item.href, content: plainContent(item.content) } : item)
    }
  }
  return plain
}

function plainStyles(styles: unknown): Record<string, unknown> {
  if (!isRecord(styles)) return {}
  return Object.fromEntries(Object.entries(styles).filter(([, value]) => value !== false && value !== 'default'))
}
