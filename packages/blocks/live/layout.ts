// An open document in Yjs, as a flat set of blocks. No type of Yjs is ever deleted: retyping sets a key, moving and nesting set
// a place, deleting leaves a mark that loses to words typed meanwhile. So whatever two people do to a block, the letters of both
// stay. Another client may have written anything: what is read here is checked, what is wrong is left out, and nothing is mended.
//
//   blocks         Y.Map of a Y.Map by id:
//     type, at: [parent or '', key of order], gone: {client: last clock seen}
//     text         Y.Text: the line; of code its text, of unknown syntax its source
//     .<prop>      a prop that is set
//     raw          JSON of props and content of a type that this version doesn't know
//     r:<row>, c:<column>: key of order, g:r:<row>, g:c:<column>: gone, w:<column>: width, x:<row>:<column>:<prop> of a cell
//   <prop>|<id>    Y.Text: a prop that people read        /<row>/<column>|<id>   the text of a cell
//                  (roots, because two may make the same one at once)

import * as Y from 'yjs'
import { BLOCK_TYPES, blockTypeSpec, CELL_PROPS, propsOfType } from '../block-types.ts'
import { blocksEqual } from '../compare.ts'
import { isRecord, isUsableId, MAX_BLOCKS, MAX_DEPTH } from '../model.ts'
import { safeUrl } from '../urls.ts'
import { type LineChange, type Run, setLine, wordsOf } from './line.ts'
import { isKey, misplaced } from './order.ts'

export type PropValues = Record<string, unknown>
export type Cell = { line: Run[]; props: PropValues }
/** A cell is undefined where another one spans over it. */
export type Table = {
  rows: (Cell | undefined)[][]
  widths: (number | undefined)[]
  headerRows: number
  headerCols: number
}
/** A block without its children, as the editor holds it: a callout's title is its line. `raw`: content of an unknown type. */
export type Shape = { type: string; props: PropValues; line?: Run[]; table?: Table; raw?: unknown }

/** `title`: plain words in a prop; `source`: unknown syntax. */
type Holds = 'inline' | 'plain' | 'table' | 'none' | 'title' | 'source'
export function holdsOf(type: string): Holds | undefined {
  const spec = blockTypeSpec(type)
  if (spec?.editor && 'line' in spec.editor) return 'title'
  return spec?.editor && 'source' in spec.editor ? 'source' : spec?.content
}
/** The prop that is the block's line. */
export function lineProp(type: string): string | undefined {
  const editor = blockTypeSpec(type)?.editor
  if (editor && 'line' in editor) return editor.line
  return editor && 'source' in editor ? 'source' : undefined
}

const ALL_PROPS: ReadonlySet<string> = new Set(Object.values(BLOCK_TYPES).flatMap(({ props }) => Object.keys(props)))
type PropSpecs = typeof CELL_PROPS

function isFit(value: unknown, spec: PropSpecs[string]): boolean {
  if (spec.kind === 'flag') return typeof value === 'boolean'
  if (spec.kind === 'number') return Number.isFinite(value)
  if (spec.kind === 'integer') {
    return Number.isSafeInteger(value) && Number(value) >= (spec.min ?? 1) && Number(value) <= (spec.max ?? 1000)
  }
  if (typeof value !== 'string') return false
  return spec.kind === 'url' ? isSafe(value) : spec.kind !== 'choice' || spec.values!.includes(value)
}
const isSafe = (url: string) => safeUrl(url) !== undefined

/** PropValues that the type may have, with the values that it may have; at its default a prop is as good as absent. */
export function fitProps(type: string, props: PropValues): PropValues {
  const specs = propsOfType(type)
  const fit: PropValues = {}
  for (const [name, value] of Object.entries(props)) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
    if (spec ? isFit(value, spec) : !ALL_PROPS.has(name) && !URLS.has(name) && isUsableId(name) && isPlain(value))
      fit[name] = value
  }
  return fit
}
const URLS: ReadonlySet<string> = new Set(['url', 'href', 'src', 'link'])
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function fitCell(read: (name: string) => unknown): PropValues {
  const entries = Object.entries(CELL_PROPS).map(([name, spec]) => {
    const value = read(name)
    return [name, value !== undefined && isFit(value, spec) ? value : spec.default]
  })
  return Object.fromEntries(entries)
}

/** A line as it may be shown: no foreign objects, no link that isn't one. */
function lineIn(text: Y.Text | undefined): Run[] {
  const runs: Run[] = []
  for (const { insert, attributes } of (text?.toDelta() ?? []) as { insert: unknown; attributes?: PropValues }[]) {
    if (typeof insert !== 'string' && !isPoint(insert)) continue
    const marks = Object.entries(attributes ?? {}).filter(
      ([mark, value]) =>
        isUsableId(mark) && (mark === 'link' ? typeof value === 'string' && isSafe(value) : isPlain(value)),
    )
    runs.push({ insert, ...(marks.length > 0 && { attributes: Object.fromEntries(marks) }) })
  }
  return runs
}
const isPoint = (insert: unknown): insert is Exclude<Run['insert'], string> =>
  isRecord(insert) &&
  typeof insert.type === 'string' &&
  Object.entries(insert).every(([name, value]) => typeof value === 'string' && (!URLS.has(name) || isSafe(value)))

// Which letters someone had seen who took a block away.

type Seen = Record<string, number>

function* items(text: Y.Text): Generator<Y.Item> {
  for (let item = text._start; item; item = item.right) if (!item.deleted && item.countable) yield item
}
function seenIn(texts: readonly Y.Text[]): Seen {
  const seen: Seen = {}
  for (const text of texts)
    for (const { id, length } of items(text)) seen[id.client] = Math.max(seen[id.client] ?? -1, id.clock + length - 1)
  return seen
}
function hasUnseen(text: Y.Text, seen: unknown): boolean {
  const clocks = isRecord(seen) ? seen : {}
  for (const { id, length } of items(text)) {
    const clock = clocks[id.client]
    if (!(typeof clock === 'number' && id.clock + length - 1 <= clock)) return true
  }
  return false
}

type Place = { parent: string; key: string }

export class Layout {
  readonly doc: Y.Doc
  readonly #blocks: Y.Map<unknown>
  readonly #maps = new Map<string, Y.Map<unknown>>()
  /** The texts of a block by field: '' is its line. */
  readonly #texts = new Map<string, Map<string, Y.Text>>()
  readonly #names = new Map<unknown, { id: string; field?: string }>()
  readonly #ownKeys = new Set<string>()
  #rootsSeen = 0

  constructor(doc: Y.Doc) {
    this.doc = doc
    this.#blocks = doc.getMap('blocks')
    this.#takeUp(this.#blocks.keys())
  }

  /** Takes up what others made; returns its ids. */
  #takeUp(made: Iterable<string | null>): Set<string> {
    const ids = new Set<string>()
    for (const id of made) {
      const map = id === null || !isUsableId(id) || id === '' ? undefined : this.#blocks.get(id)
      if (!(map instanceof Y.Map) || this.#maps.get(id!) === map) continue
      this.#maps.set(id!, map)
      this.#names.set(map, { id: id! })
      const text = map.get('text')
      if (text instanceof Y.Text) this.#keepText(id!, '', text)
      ids.add(id!)
    }
    if (this.doc.share.size === this.#rootsSeen) return ids
    for (const name of [...this.doc.share.keys()].slice(this.#rootsSeen)) {
      const bar = name.indexOf('|')
      const text = bar > 0 ? this.#rootText(name) : undefined
      if (!text) continue
      const id = name.slice(bar + 1)
      this.#keepText(id, name.slice(0, bar), text)
      ids.add(id)
    }
    this.#rootsSeen = this.doc.share.size
    return ids
  }

  #rootText(name: string): Y.Text | undefined {
    const root = this.doc.share.get(name)
    // Yjs throws if it was made as something else.
    return root === undefined || root instanceof Y.Text || root.constructor === Y.AbstractType
      ? this.doc.getText(name)
      : undefined
  }

  #keepText(id: string, field: string, text: Y.Text): Y.Text {
    this.#names.set(text, { id, field })
    const texts = this.#texts.get(id) ?? new Map<string, Y.Text>()
    this.#texts.set(id, texts.set(field, text))
    return text
  }

  #made(id: string): Y.Map<unknown> {
    if (!this.#maps.has(id)) {
      this.#blocks.set(id, new Y.Map([['text', new Y.Text()]]))
      this.#takeUp([id])
    }
    return this.#maps.get(id)!
  }

  /** The text of a field, made if there is none. */
  text(id: string, field = ''): Y.Text {
    const map = field === '' ? this.#made(id) : undefined
    const text = this.#texts.get(id)?.get(field)
    if (text) return text
    if (!map) return this.#keepText(id, field, this.doc.getText(`${field}|${id}`))
    const made = new Y.Text()
    map.set('text', made)
    return this.#keepText(id, '', made)
  }
  fieldOf = (text: unknown) => this.#names.get(text)
  #textsOf = (id: string): Y.Text[] => [...(this.#texts.get(id)?.values() ?? [])]
  #words = (id: string): number => this.#texts.get(id)?.get('')?.length ?? 0

  /** A block whose making was undone has no place; with words of others in it, it stands at the end. */
  has = (id: string): boolean => this.#maps.has(id) && (this.#maps.get(id)!.has('at') || this.#words(id) > 0)

  isGone(id: string): boolean {
    const map = this.#maps.get(id)
    if (!map?.has('gone')) return false
    const seen = map.get('gone')
    return !this.#textsOf(id).some((text) => hasUnseen(text, seen))
  }

  /** The blocks that a transaction changed; `isTree`: order or nesting may differ. */
  touched(transaction: Y.Transaction): { ids: Set<string>; isTree: boolean } {
    const made = transaction.changed.get(this.#blocks as never) ?? new Set<string | null>()
    const ids = this.#takeUp(made)
    // Blocks made here are known already.
    for (const id of made) if (id !== null && this.#maps.has(id)) ids.add(id)
    let isTree = ids.size > 0
    for (const [type, keys] of transaction.changed) {
      const name = this.#names.get(type)
      if (!name) continue
      ids.add(name.id)
      const map = this.#maps.get(name.id)
      const isPlaced =
        name.field === undefined ? keys.has('at') || keys.has('gone') : map?.has('gone') || !map?.has('at')
      if (isPlaced) isTree = true
    }
    return { ids, isTree }
  }

  #placeOf(id: string): Place {
    const at = this.#maps.get(id)?.get('at')
    const [parent, key] = Array.isArray(at) ? at : []
    const isThere = typeof parent === 'string' && parent !== id && this.has(parent)
    return { parent: isThere ? parent : '', key: isKey(key) ? key : 'zz' }
  }

  /** Ids of children by parent ('' for the top). Children of a deleted block stand in its place; too deep ones beside theirs. */
  tree(): Map<string, string[]> {
    const children = this.#sortedChildren()
    const tree = new Map<string, string[]>()
    type Level = { under: string; depth: number }
    const waiting: ({ id: string } & Level)[] = []
    const push = (of: string, level: Level) => {
      for (const id of (children.get(of) ?? []).toReversed()) waiting.push({ ...level, id })
    }
    push('', { under: '', depth: 1 })
    for (let count = 0, next = waiting.pop(); next && count < MAX_BLOCKS; next = waiting.pop()) {
      const { id, ...level } = next
      if (this.isGone(id)) {
        push(id, level)
        continue
      }
      count++
      const siblings = tree.get(level.under)
      if (siblings) siblings.push(id)
      else tree.set(level.under, [id])
      push(id, level.depth < MAX_DEPTH ? { under: id, depth: level.depth + 1 } : level)
    }
    return tree
  }

  #sortedChildren(): Map<string, string[]> {
    const places = new Map<string, Place>()
    for (const id of this.#maps.keys()) if (this.has(id)) places.set(id, this.#placeOf(id))
    // Two who nest one block in the other make a ring: its least id comes out on top.
    const safe = new Set([''])
    for (const start of places.keys()) {
      const path = new Set<string>()
      let at = start
      while (!safe.has(at) && !path.has(at)) {
        path.add(at)
        at = places.get(at)!.parent
      }
      if (!safe.has(at)) {
        const trail = [...path]
        const least = trail.slice(trail.indexOf(at)).reduce((one, other) => (other < one ? other : one))
        places.set(least, { ...places.get(least)!, parent: '' })
      }
      for (const id of path) safe.add(id)
    }
    const children = new Map<string, string[]>()
    for (const [id, { parent }] of places) {
      const siblings = children.get(parent)
      if (siblings) siblings.push(id)
      else children.set(parent, [id])
    }
    const order = (one: string, other: string) => {
      const [a, b] = [places.get(one)!.key, places.get(other)!.key]
      return a < b || (a === b && one < other) ? -1 : 1
    }
    for (const siblings of children.values()) siblings.sort(order)
    return children
  }

  /** Sets the order of a block's children (of '': of the whole text). */
  place(parent: string, ids: readonly string[]): void {
    const keys = ids.map((id) => {
      const at = this.#made(id).get('at')
      return Array.isArray(at) && at[0] === parent && isKey(at[1]) ? at[1] : undefined
    })
    for (const [index, key] of misplaced(keys, this.#ownKeys)) this.#made(ids[index]!).set('at', [parent, key])
  }

  remove(id: string): void {
    this.#made(id).set('gone', seenIn(this.#textsOf(id)))
  }

  /** Ids of a table's rows and columns. */
  grid(id: string): { rows: string[]; cols: string[] } {
    const map = this.#maps.get(id)
    const keys = { r: new Map<string, string>(), c: new Map<string, string>() }
    const fields = [...(this.#texts.get(id) ?? [])].flatMap(([field, text]) => {
      const [, row, col] = field.split('/')
      return row && col ? [{ r: row, c: col, text }] : []
    })
    map?.forEach((key, name) => {
      const kind = name.startsWith('r:') ? 'r' : name.startsWith('c:') ? 'c' : undefined
      if (!kind || !isKey(key) || keys[kind].size >= MOST_LINES) return
      const [line, gone] = [name.slice(2), map.get(`g:${name}`)]
      if (gone === undefined || fields.some((cell) => cell[kind] === line && hasUnseen(cell.text, gone)))
        keys[kind].set(line, key)
    })
    // Undo of a new row takes it away, not what others wrote in it.
    for (const cell of fields) {
      if (cell.text.length === 0) continue
      if (!map?.has(`r:${cell.r}`)) keys.r.set(cell.r, 'zz')
      if (!map?.has(`c:${cell.c}`)) keys.c.set(cell.c, 'zz')
    }
    const inOrder = (lines: Map<string, string>) =>
      [...lines].sort(([a, x], [b, y]) => (x < y || (x === y && a < b) ? -1 : 1)).map(([line]) => line)
    return { rows: inOrder(keys.r), cols: inOrder(keys.c) }
  }

  shape(id: string): Shape {
    const map = this.#maps.get(id)
    const said = map?.get('type')
    const type = typeof said === 'string' && said !== '' ? said : 'paragraph'
    const raw = map?.get('raw')
    const holds = holdsOf(type)
    if (!holds || typeof raw === 'string') return this.#rawShape(id, type, raw)
    const props: PropValues = {}
    map?.forEach((value, name) => {
      if (name.startsWith('.')) props[name.slice(1)] = value
    })
    for (const [field, text] of this.#texts.get(id) ?? [])
      if (isWordProp(type, field)) props[field] = text.length > 0 ? wordsOf(lineIn(text)) : undefined
    const fit = fitProps(type, props)
    if (holds === 'table') return { type, props: fit, table: this.#table(id) }
    const line = lineIn(this.#texts.get(id)?.get(''))
    if (holds !== 'none')
      return { type, props: fit, line: holds === 'plain' || holds === 'source' ? unmarked(line) : line }
    // Words in what holds none, because someone gave it another type meanwhile.
    return line.length > 0 ? { type: 'paragraph', props: fitProps('paragraph', props), line } : { type, props: fit }
  }

  #rawShape(id: string, type: string, raw: unknown): Shape {
    let said: unknown
    try {
      said = typeof raw === 'string' ? JSON.parse(raw) : undefined
    } catch {
      // Not ours.
    }
    const line = lineIn(this.#texts.get(id)?.get(''))
    const words = line.length > 0 && { line }
    if (!isRecord(said)) return { type, props: {}, ...words }
    return { type, props: isRecord(said.props) ? said.props : {}, raw: said.content, ...words }
  }

  #table(id: string): Table {
    const map = this.#maps.get(id)!
    const { rows, cols } = this.grid(id)
    const hidden = new Set<string>()
    const textAt = (y: number, x: number) => this.#texts.get(id)?.get(`/${rows[y]}/${cols[x]}`)
    const cells = rows.map((row, y) =>
      cols.map((col, x): Cell | undefined => {
        if (hidden.has(`${y}:${x}`)) return undefined
        const props = fitCell((name) => map.get(`x:${row}:${col}:${name}`))
        const [down, right] = [
          Math.min(rows.length - y, Number(props.rowspan)),
          Math.min(cols.length - x, Number(props.colspan)),
        ]
        const spanned: [number, number][] = []
        for (let r = y; r < y + down; r++) for (let c = x; c < x + right; c++) if (r > y || c > x) spanned.push([r, c])
        // A cell that was joined to another while someone wrote in it stands for itself.
        const isWhole = spanned.every(([r, c]) => !hidden.has(`${r}:${c}`) && !textAt(r, c)?.length)
        if (isWhole) for (const [r, c] of spanned) hidden.add(`${r}:${c}`)
        return {
          line: lineIn(textAt(y, x)),
          props: { ...props, rowspan: isWhole ? down : 1, colspan: isWhole ? right : 1 },
        }
      }),
    )
    const count = (name: string, most: number) => {
      const value = map.get(name)
      return Number.isSafeInteger(value) && Number(value) > 0 ? Math.min(most, Number(value)) : 0
    }
    const widths = cols.map((col) => {
      const width = map.get(`w:${col}`)
      return Number.isFinite(width) ? Number(width) : undefined
    })
    return {
      rows: cells,
      widths,
      headerRows: count('headerRows', rows.length),
      headerCols: count('headerCols', cols.length),
    }
  }

  /** Writes what differs. PropValues that aren't named stay; undefined takes one away. */
  put(id: string, { type, props, line, table, raw }: Shape, change: LineChange = {}): void {
    const map = this.#made(id)
    if (map.has('gone')) map.delete('gone')
    if ((map.get('type') ?? 'paragraph') !== type) map.set('type', type)
    const isRaw = raw !== undefined || !holdsOf(type)
    setKey(map, 'raw', isRaw ? JSON.stringify({ props, content: raw }) : undefined)
    const specs = propsOfType(type)
    for (const [name, value] of isRaw ? [] : Object.entries(props)) {
      if (isWordProp(type, name)) {
        const words = typeof value === 'string' ? value : ''
        if (words !== '' || this.#texts.get(id)?.has(name))
          setLine(this.text(id, name), words === '' ? [] : [{ insert: words }])
      } else if ((map.get(`.${name}`) ?? specs[name]?.default) !== value) setKey(map, `.${name}`, value ?? undefined)
    }
    if (table) this.#putTable(id, table, change)
    if (line || this.#words(id) > 0) setLine(this.text(id), line ?? [], change)
  }

  #putTable(id: string, now: Table, change: LineChange): void {
    const map = this.#made(id)
    const [{ rows, cols }, was] = [this.grid(id), this.#table(id)]
    const words = (cell: Cell | undefined) => (cell ? `+${wordsOf(cell.line)}` : '')
    const ofRow = (row: readonly (Cell | undefined)[]) => row.map(words).join('\0')
    const rowIds = this.#lines(id, 'r', rows, paired(was.rows.map(ofRow), now.rows.map(ofRow)))
    const kept = rowIds.flatMap((row, y) => (rows.includes(row) ? [[rows.indexOf(row), y] as const] : []))
    const column = (table: Table, x: number, side: 0 | 1) =>
      kept.map((pair) => words(table.rows[pair[side]]?.[x])).join('\0')
    const [before, after] = [cols.map((_, x) => column(was, x, 0)), now.widths.map((_, x) => column(now, x, 1))]
    const colIds = this.#lines(id, 'c', cols, paired(before, after))
    setKey(map, 'headerRows', now.headerRows || undefined)
    setKey(map, 'headerCols', now.headerCols || undefined)
    for (const [x, col] of colIds.entries()) {
      setKey(map, `w:${col}`, now.widths[x])
      for (const [y, row] of rowIds.entries()) {
        const cell = now.rows[y]?.[x]
        const field = `/${row}/${col}`
        if (cell?.line.length || this.#texts.get(id)?.get(field)?.length)
          setLine(this.text(id, field), cell?.line ?? [], change)
        for (const [name, spec] of cell ? Object.entries(CELL_PROPS) : []) {
          const value = cell!.props[name] ?? spec.default
          setKey(map, `x:${row}:${col}:${name}`, value === spec.default ? undefined : value)
        }
      }
    }
  }

  /** Gives rows or columns their order; `pairs` are their places before. */
  #lines(id: string, kind: 'r' | 'c', before: readonly string[], pairs: readonly (number | undefined)[]): string[] {
    const map = this.#made(id)
    const lines = pairs.map((at) => (at === undefined ? crypto.randomUUID().slice(0, 8) : before[at]!))
    const keys = lines.map((line) => map.get(`${kind}:${line}`))
    for (const [index, key] of misplaced(
      keys.map((key) => (isKey(key) ? key : undefined)),
      this.#ownKeys,
    ))
      map.set(`${kind}:${lines[index]}`, key)
    for (const line of before) {
      if (lines.includes(line)) continue
      const texts = [...(this.#texts.get(id) ?? [])].filter(
        ([field]) => field.split('/')[kind === 'r' ? 1 : 2] === line,
      )
      map.set(`g:${kind}:${line}`, seenIn(texts.map(([, text]) => text)))
    }
    return lines
  }
}

const MOST_LINES = 1000
const isWordProp = (type: string, name: string): boolean =>
  name !== lineProp(type) && blockTypeSpec(type)?.props[name]?.words === true && Object.hasOwn(propsOfType(type), name)
const unmarked = (line: Run[]): Run[] => {
  const words = wordsOf(line)
  return words === '' ? [] : [{ insert: words }]
}

function setKey(map: Y.Map<unknown>, key: string, value: unknown): void {
  if (value === undefined ? !map.has(key) : blocksEqual(map.get(key), value)) return
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}

/** For each line of a table now, the place that it had: first by its words where it stood, then anywhere, then in order. */
function paired(before: readonly string[], now: readonly string[]): (number | undefined)[] {
  const used = new Set<number>()
  const pairs: (number | undefined)[] = []
  const take = (at: number, find: (line: string, index: number) => boolean) => {
    const found = pairs[at] ?? before.findIndex((line, index) => !used.has(index) && find(line, index))
    if (found < 0) return
    used.add(found)
    pairs[at] = found
  }
  for (const [at, line] of now.entries()) take(at, (was, index) => index === at && was === line)
  for (const [at, line] of now.entries()) take(at, (was) => was === line)
  for (const at of now.keys()) take(at, () => true)
  return now.map((_, at) => pairs[at])
}
