// Tells which blocks a person changed between two states of a document, by id over the whole tree.
// Where a block is does not count: a moved block is not an edited one.

import { isRecord } from './problems.ts'
import { walkBlocks } from './text.ts'
import type { Block } from './types.ts'

type BlockChanges = { edited: Set<string>; deleted: Set<string>; added: Set<string> }

/** EDITOR_DEFAULTS are the props that the editor writes into every block it opens: their presence is nobody's edit. */
export const EDITOR_DEFAULTS: Readonly<Record<string, unknown>> = {
  textColor: 'default',
  backgroundColor: 'default',
  textAlignment: 'left',
  isToggleable: false,
  checked: false,
  showPreview: true,
  name: '',
  caption: '',
  url: '',
  colspan: 1,
  rowspan: 1,
}

/** UNKNOWN_TO_EDITOR are props that Markdown brings and the editor drops: their loss is nobody's edit either. */
export const UNKNOWN_TO_EDITOR: ReadonlySet<string> = new Set(['link', 'meta'])

/** blocksEqual compares JSON values whatever the order of their keys; an absent key and an undefined one are the same. */
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

/** changedBlocks says what a person did to the blocks. Opening and saving them in the editor unchanged is no edit. */
export function changedBlocks(before: Block[], after: Block[]): BlockChanges {
  const changes: BlockChanges = { edited: new Set(), deleted: new Set(), added: new Set() }
  const old = new Map<string, Block>()
  for (const block of walkBlocks(before)) old.set(block.id, block)
  for (const block of walkBlocks(after)) {
    const was = old.get(block.id)
    if (was === undefined) changes.added.add(block.id)
    else if (!sameMeaning(was, block)) changes.edited.add(block.id)
    old.delete(block.id)
  }
  for (const id of old.keys()) changes.deleted.add(id)
  return changes
}

function sameMeaning(a: Block, b: Block): boolean {
  if (a === b) return true
  return (
    a.type === b.type &&
    blocksEqual(withoutDefaults(a.props), withoutDefaults(b.props)) &&
    blocksEqual(plainContent(a.content), plainContent(b.content))
  )
}

function withoutDefaults(props: unknown): unknown {
  if (!isRecord(props)) return {}
  return Object.fromEntries(
    Object.entries(props).filter(
      ([key, value]) => value !== null && EDITOR_DEFAULTS[key] !== value && !UNKNOWN_TO_EDITOR.has(key),
    ),
  )
}

// The editor writes the same text in one spelling: lists of items, neighbours of one style joined, cells as objects.
function plainContent(content: unknown): unknown {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return plainItems([{ type: 'text', text: content, styles: {} }])
  if (Array.isArray(content)) return plainItems(content)
  if (!isRecord(content) || !Array.isArray(content.rows)) return content
  const rows = content.rows.map((row) =>
    isRecord(row) && Array.isArray(row.cells) ? { ...row, cells: row.cells.map(plainCell) } : row,
  )
  return { headerRows: content.headerRows ?? 0, headerCols: content.headerCols ?? 0, rows }
}

function plainCell(cell: unknown): unknown {
  if (!isRecord(cell)) return { content: plainContent(cell), props: {} }
  return { content: plainContent(cell.content), props: withoutDefaults(cell.props) }
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
      // A link's tooltip never survives the editor, so its absence says nothing about a person.
      plain.push(item.type === 'link' ? { type: 'link', href: item.href, content: plainContent(item.content) } : item)
    }
  }
  return plain
}

function plainStyles(styles: unknown): Record<string, unknown> {
  if (!isRecord(styles)) return {}
  return Object.fromEntries(Object.entries(styles).filter(([, value]) => value !== false && value !== 'default'))
}
