// Blocks to and from an open document (layout.ts), and a save from elsewhere as the least change of one. A block that says what
// it said when it was last saved is that saved block, byte for byte.

import type * as Y from 'yjs'
import { blockTypeSpec, CELL_PROPS } from '../block-types.ts'
import { blocksEqual } from '../compare.ts'
import {
  type Block,
  type BlockContent,
  type Inline,
  isRecord,
  type Styles,
  type TableContent,
  walkBlocks,
} from '../model.ts'
import {
  type Cell,
  fitProps,
  holdsOf,
  type Layout,
  lineProp,
  type PropValues,
  type Shape,
  type Table,
} from './layout.ts'
import { type LineMarks, type Point, type Run, setLine, wordsOf } from './line.ts'

function lineOf(content: unknown): Run[] | undefined {
  const line: Run[] = []
  const add = (item: unknown, link: LineMarks = {}): boolean => {
    if (typeof item === 'string') return add({ type: 'text', text: item }, link)
    if (!isRecord(item)) return false
    if (item.type === 'text' && typeof item.text === 'string') {
      const marks = { ...Object.fromEntries(Object.entries(item.styles ?? {}).filter(([, value]) => value)), ...link }
      const isMarked = Object.keys(marks).length > 0
      if (item.text !== '') line.push({ insert: item.text, ...(isMarked && { attributes: marks }) })
      return true
    }
    if (item.type === 'link' && typeof item.href === 'string') {
      const marks = { link: item.href, ...(typeof item.title === 'string' && { linkTitle: item.title }) }
      return (Array.isArray(item.content) ? item.content : [item.content]).every((piece) => add(piece, marks))
    }
    if (typeof item.type !== 'string' || !isRecord(item.props)) return false
    if (!Object.values(item.props).every((value) => typeof value === 'string')) return false
    line.push({ insert: { ...item.props, type: item.type } as Point })
    return true
  }
  const items: unknown[] = Array.isArray(content) ? content : [content ?? '']
  return items.every((item) => add(item)) ? line : undefined
}

function contentOf(line: readonly Run[]): Inline[] {
  const items: Inline[] = []
  for (const { insert, attributes = {} } of line) {
    if (typeof insert !== 'string') {
      const { type, ...props } = insert
      items.push({ type, props } as Inline)
      continue
    }
    const { link, linkTitle, ...styles } = attributes
    const text = { type: 'text' as const, text: insert, styles: styles as Styles }
    const last = items.at(-1)
    if (typeof link !== 'string') items.push(text)
    else if (last?.type === 'link' && last.href === link) last.content.push(text)
    else
      items.push({
        type: 'link',
        href: link,
        content: [text],
        ...(typeof linkTitle === 'string' && { title: linkTitle }),
      })
  }
  return items
}

/** Unknown types, and content that doesn't fit its type, are kept as they are. */
export function shapeOf({ type, props, content }: Block): Shape {
  const holds = holdsOf(type)
  const asIs = { type, props, raw: content ?? null }
  if (!holds) return asIs
  if (holds === 'none') return content === undefined || blocksEqual(content, []) ? { type, props } : asIs
  const prop = lineProp(type)
  if (prop) {
    const { [prop]: words, ...others } = props
    return { type, props: others, line: typeof words === 'string' && words !== '' ? [{ insert: words }] : [] }
  }
  if (holds === 'table') {
    const table = tableOf(content)
    return table ? { type, props, table } : asIs
  }
  const line = lineOf(content)
  if (!line) return asIs
  const words = holds === 'plain' ? wordsOf(line) : ''
  return { type, props, line: holds !== 'plain' ? line : words === '' ? [] : [{ insert: words }] }
}

function tableOf(content: unknown): Table | undefined {
  const { rows, columnWidths, headerRows, headerCols } = isRecord(content) ? content : {}
  if (!Array.isArray(rows) || rows.length === 0) return undefined
  const cells: (Cell | undefined)[][] = rows.map(() => [])
  const taken: boolean[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    if (!isRecord(row) || !Array.isArray(row.cells) || row.cells.length === 0) return undefined
    let x = 0
    for (const given of row.cells) {
      const cell: Record<string, unknown> = isRecord(given) ? given : { content: given }
      const line = lineOf(cell.content)
      if (!line) return undefined
      while (taken[y]![x]) x++
      const props = { ...CELL_DEFAULTS, ...(isRecord(cell.props) ? cell.props : {}) }
      cells[y]![x] = { line, props }
      const [down, right] = [Number(props.rowspan) || 1, Number(props.colspan) || 1]
      if (down > 1000 || right > 1000) return undefined
      for (let r = y; r < Math.min(rows.length, y + down); r++) for (let c = x; c < x + right; c++) taken[r]![c] = true
    }
  }
  const width = Math.max(...taken.map((row) => row.length))
  const widths = Array.isArray(columnWidths) ? columnWidths : []
  return {
    rows: cells.map((row) => Array.from({ length: width }, (_, x) => row[x])),
    widths: Array.from({ length: width }, (_, x) => (typeof widths[x] === 'number' ? widths[x] : undefined)),
    headerRows: Number(headerRows) || 0,
    headerCols: Number(headerCols) || 0,
  }
}
const CELL_DEFAULTS = Object.fromEntries(Object.entries(CELL_PROPS).map(([name, spec]) => [name, spec.default]))

function blockOf(id: string, { type, props, line, table, raw }: Shape, children: Block[]): Block {
  const bare = { id, type, props }
  if (raw !== undefined && raw !== null) return { ...bare, content: raw as BlockContent, children }
  const prop = lineProp(type)
  if (prop) return { ...bare, props: { ...props, [prop]: wordsOf(line ?? []) }, children }
  if (table) return { ...bare, content: tableContent(table), children }
  if (!line) return { ...bare, children }
  return { ...bare, content: contentOf(line), children }
}

function tableContent({ rows, widths, headerRows, headerCols }: Table): TableContent {
  return {
    type: 'tableContent',
    columnWidths: widths.map((width) => width ?? null),
    ...(headerRows > 0 && { headerRows }),
    ...(headerCols > 0 && { headerCols }),
    rows: rows.map((row) => ({
      cells: row.flatMap((cell) =>
        cell ? [{ type: 'tableCell' as const, content: contentOf(cell.line), props: cell.props }] : [],
      ),
    })),
  }
}

/** Equal shapes say the same, whatever was left at its default. */
function isSame(one: Shape, other: Shape): boolean {
  return one.type === other.type && blocksEqual(lean(one), lean(other))
}
function lean({ type, props, line, table, raw }: Shape): unknown {
  if (raw !== undefined || !holdsOf(type)) return { props, raw: raw ?? null, line: line ?? [] }
  const specs = blockTypeSpec(type)!.props
  const said = Object.entries(fitProps(type, props)).filter(
    ([name, value]) => value !== (specs[name]?.default ?? COLOURS[name]),
  )
  const cells = table && {
    ...table,
    rows: table.rows.map((row) => row.map((cell) => cell && { ...cell, line: joined(cell.line) })),
  }
  return { props: Object.fromEntries(said), line: joined(line ?? []), table: cells }
}
const COLOURS: PropValues = { textColor: 'default', backgroundColor: 'default', textAlignment: 'left' }

function joined(line: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const { insert, attributes = {} } of line) {
    const last = runs.at(-1)
    if (
      last &&
      typeof insert === 'string' &&
      typeof last.insert === 'string' &&
      blocksEqual(last.attributes, attributes)
    )
      last.insert += insert
    else runs.push({ insert, attributes })
  }
  return runs
}

/** Writes blocks into an empty document. */
export function seed(layout: Layout, blocks: readonly Block[]): void {
  layout.doc.transact(() => placeAll(layout, blocks, (block) => layout.put(block.id, shapeOf(block))))
}

/** Puts each block, and then gives all their places. */
function placeAll(layout: Layout, blocks: readonly Block[], put: (block: Block) => void, parent = ''): void {
  for (const block of blocks) {
    put(block)
    placeAll(layout, block.children, put, block.id)
  }
  layout.place(
    parent,
    blocks.map(({ id }) => id),
  )
}

/** Reads an open document, again only where it changed: what nobody touched is the same object as before. */
export class Reader {
  readonly #layout: Layout
  readonly #own = new Map<string, Block>()
  readonly #whole = new Map<string, Block>()
  readonly #saved = new Map<string, Block>()
  #tree: Map<string, string[]> | undefined
  readonly stop: () => void

  constructor(layout: Layout, saved: readonly Block[] = []) {
    this.#layout = layout
    this.rest(saved)
    const forget = (transaction: Y.Transaction) => {
      const { ids, isTree } = layout.touched(transaction)
      if (isTree) this.#tree = undefined
      for (const id of ids) this.#own.delete(id)
    }
    layout.doc.on('afterTransaction', forget)
    this.stop = () => layout.doc.off('afterTransaction', forget)
  }

  /** The text that was saved last. */
  rest(saved: readonly Block[]): void {
    this.#saved.clear()
    for (const block of walkBlocks(saved)) this.#saved.set(block.id, block)
  }

  read(): Block[] {
    this.#tree ??= this.#layout.tree()
    return (this.#tree.get('') ?? []).map((id) => this.#block(id))
  }

  #block(id: string): Block {
    const children = (this.#tree!.get(id) ?? []).map((child) => this.#block(child))
    const own = this.#own.get(id) ?? this.#readOwn(id)
    const was = this.#own.has(id) ? this.#whole.get(id) : undefined
    this.#own.set(id, own)
    const hasSame = (block: Block) =>
      block.children.length === children.length && block.children.every((child, at) => child === children[at])
    if (was && hasSame(was)) return was
    const block = hasSame(own) ? own : { ...own, children }
    this.#whole.set(id, block)
    return block
  }

  #readOwn(id: string): Block {
    const shape = this.#layout.shape(id)
    const saved = this.#saved.get(id)
    return saved && isSame(shapeOf(saved), shape) ? saved : blockOf(id, shape, [])
  }
}

/**
 * Applies a save from elsewhere, to the document as it was when that was made: what others typed since comes on top, as if all
 * had happened at once.
 */
export function applySave(layout: Layout, next: readonly Block[]): void {
  const before = new Set([...layout.tree().values()].flat())
  const after = new Map([...walkBlocks(next)].map((block) => [block.id, block]))
  layout.doc.transact(() => {
    placeAll(layout, next, (block) => {
      const shape = shapeOf(block)
      const was = before.has(block.id) ? layout.shape(block.id) : undefined
      if (was && isSame(was, shape)) return
      const dropped = Object.keys(was?.props ?? {}).map((name) => [name, undefined])
      layout.put(block.id, { ...shape, props: { ...Object.fromEntries(dropped), ...shape.props } })
    })
    for (const id of before) if (!after.has(id)) layout.remove(id)
  })
}

/** What a page has beside its blocks; texts of Yjs of their own, tags as one value. */
export type Fields = { title: string; summary: string; tags: string[] }

export function fieldsIn(doc: Y.Doc): Fields {
  const tags = doc.getMap('page').get('tags')
  return {
    title: wordsOf(doc.getText('title').toDelta()),
    summary: wordsOf(doc.getText('summary').toDelta()),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  }
}

export function setFields(doc: Y.Doc, { title, summary, tags }: Fields): void {
  doc.transact(() => {
    for (const [name, words] of Object.entries({ title, summary }))
      if (words !== wordsOf(doc.getText(name).toDelta()))
        setLine(doc.getText(name), words === '' ? [] : [{ insert: words }])
    if (!blocksEqual(fieldsIn(doc).tags, tags)) doc.getMap('page').set('tags', tags)
  })
}
