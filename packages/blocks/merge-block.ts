// Three-way merge inside one block: type, single props, and words with their style and link. Code merges line by line, tables cell
// by cell. Undefined means that both changed the same and a person has to choose.

import { diff3Merge } from 'node-diff3'
import { blockTypeSpec } from './block-types.ts'
import { blocksEqual, isEquivalent, plainContent } from './compare.ts'
import {
  type Block,
  type BlockContent,
  type Inline,
  isRecord,
  type StyledText,
  type TableCell,
  type TableContent,
} from './model.ts'
import { WORD } from './words.ts'

/** One value as it was, and as each of two people has it. */
type Versions<T> = { base: T; mine: T; theirs: T }

export function mergeBlock(
  versions: Versions<Block>,
  mergeChildren: (children: Versions<Block[]>) => Block[] | undefined,
): Block | undefined {
  const { base, mine, theirs } = versions
  const kind = mergeKind(versions)
  const content =
    kind &&
    mergeContent(
      kind.type,
      mapVersions(versions, (block) => block.content),
    )
  const children = content && mergeChildren({ base: base.children, mine: mine.children, theirs: theirs.children })
  if (!children) return undefined
  const merged = { id: theirs.id, ...kind, children }
  return content.value === undefined ? merged : { ...merged, content: content.value }
}

const mapVersions = <T, U>({ base, mine, theirs }: Versions<T>, map: (one: T) => U): Versions<U> => ({
  base: map(base),
  mine: map(mine),
  theirs: map(theirs),
})

/** Wrapped, since undefined is a value here. */
type Merged<T> = { value: T }

function mergeValue<T>({ base, mine, theirs }: Versions<T>): Merged<T> | undefined {
  if (blocksEqual(mine, base) || blocksEqual(mine, theirs)) return { value: theirs }
  return blocksEqual(theirs, base) ? { value: mine } : undefined
}

/** Props merge one by one, unless the type changed: another type has other props. */
function mergeKind(versions: Versions<Block>): Pick<Block, 'type' | 'props'> | undefined {
  const { base, mine, theirs } = versions
  if (mine.type === base.type && theirs.type === base.type) {
    const props = mergeFields(mapVersions(versions, (block) => block.props))
    return props && { type: base.type, props }
  }
  const withoutContent = ({ type, props }: Block): Block => ({ id: '', type, props, children: [] })
  const isSame = (one: Block, other: Block) => isEquivalent(withoutContent(one), withoutContent(other))
  if (isSame(mine, base) || isSame(mine, theirs)) return { type: theirs.type, props: theirs.props }
  return isSame(theirs, base) ? { type: mine.type, props: mine.props } : undefined
}

function mergeFields({ base, mine, theirs }: Versions<Record<string, unknown>>): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const merged = mergeValue({ base: base[key], mine: mine[key], theirs: theirs[key] })
    if (!merged) return undefined
    if (merged.value !== undefined) fields[key] = merged.value
  }
  return fields
}

function mergeContent(
  type: string,
  versions: Versions<BlockContent | undefined>,
): Merged<BlockContent | undefined> | undefined {
  const merged = mergeValue(mapVersions(versions, (content) => plainContent(content)))
  // The original content, because the normalised one has lost tooltips of links.
  if (merged)
    return { value: blocksEqual(plainContent(versions.theirs), merged.value) ? versions.theirs : versions.mine }
  const lists = mapVersions(versions, listOf)
  if (lists.base && lists.mine && lists.theirs) {
    const value = mergeInline(lists as Versions<Inline[]>, blockTypeSpec(type)?.content === 'plain')
    return value && { value }
  }
  const value = mergeTable(mapVersions(versions, tableOf))
  return value && { value }
}

function listOf(content: BlockContent | undefined): Inline[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content, styles: {} }]
  return content === undefined || Array.isArray(content) ? (content ?? []) : undefined
}

const tableOf = (content: BlockContent | undefined): TableContent | undefined =>
  isRecord(content) && Array.isArray(content.rows) ? (content as TableContent) : undefined

/** Cell by cell, if nobody added or removed rows or columns. */
function mergeTable({ base, mine, theirs }: Versions<TableContent | undefined>): TableContent | undefined {
  if (!base || !mine || !theirs || !(isSameShape(base, mine) && isSameShape(base, theirs))) return undefined
  const [{ rows: was, ...from }, { rows: own, ...my }, { rows: other, ...their }] = [base, mine, theirs]
  const looks = mergeFields({ base: from, mine: my, theirs: their })
  if (!looks) return undefined
  const rows: TableContent['rows'] = []
  for (const [at, { cells }] of was.entries()) {
    const merged = cells.map((cell, column) =>
      mergeCell({
        base: cellOf(cell),
        mine: cellOf(own[at]!.cells[column]!),
        theirs: cellOf(other[at]!.cells[column]!),
      }),
    )
    if (merged.includes(undefined)) return undefined
    rows.push({ ...other[at]!, cells: merged as TableCell[] })
  }
  return { ...looks, type: 'tableContent', rows }
}

const isSameShape = (one: TableContent, two: TableContent): boolean =>
  one.rows.length === two.rows.length && one.rows.every((row, at) => row.cells.length === two.rows[at]!.cells.length)

const cellOf = (cell: TableContent['rows'][number]['cells'][number]): TableCell =>
  isRecord(cell) ? (cell as TableCell) : { type: 'tableCell', content: listOf(cell as Inline[] | string)! }

function mergeCell(versions: Versions<TableCell>): TableCell | undefined {
  const content = mergeContent(
    'tableCell',
    mapVersions(versions, (cell) => cell.content),
  )
  const props = mergeFields(mapVersions(versions, (cell) => cell.props ?? {}))
  return content && props && { type: 'tableCell', content: (content.value ?? []) as Inline[], props }
}

/** The search may take quadratic time, so longer changes are conflicts. */
const MOST_WORDS = 2_000

function mergeInline(versions: Versions<Inline[]>, byLine: boolean): Inline[] | undefined {
  const items = new Map<string, Inline>()
  const words = mapVersions(versions, (content) => wordsIn(content, byLine, items))
  const { head, tail, rest } = withoutSharedEnds(words)
  if (Math.max(rest.base.length, rest.mine.length, rest.theirs.length) > MOST_WORDS) return undefined
  const said = words.base.filter((key) => saysWord(items.get(key)!))
  if (isRewritten(said, words.mine) || isRewritten(said, words.theirs)) return undefined
  const merged = [...head]
  for (const { ok, conflict } of diff3Merge(rest.mine, rest.base, rest.theirs, { excludeFalseConflicts: true })) {
    if (conflict) return undefined
    merged.push(...(ok ?? []))
  }
  return joined([...merged, ...tail].map((word) => items.get(word)!))
}

const saysWord = (item: Inline): boolean =>
  item.type === 'text' ? /[\p{L}\p{N}]/u.test(item.text) : item.type === 'link' && item.content.some(saysWord)

/** A change of the other side has lost its context where less than half of the words are left. */
function isRewritten(words: string[], now: string[]): boolean {
  const left = new Map<string, number>()
  for (const key of now) left.set(key, (left.get(key) ?? 0) + 1)
  const shared = words.filter((key) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  })
  return shared.length * 2 < words.length
}

/** Keys of the words and of all between them; `items` has the content of each key. */
function wordsIn(content: Inline[], byLine: boolean, items: Map<string, Inline>): string[] {
  const keyOf = (item: Inline): string => {
    const key = JSON.stringify(plainContent([item]))
    if (!items.has(key)) items.set(key, item)
    return key
  }
  const piecesOf = ({ text, styles }: StyledText): string[] =>
    styles?.math ? [text] : (text.match(byLine ? LINE : WORD) ?? [])
  return content.flatMap((item) => {
    if (isStyledText(item)) return piecesOf(item).map((text) => keyOf({ ...item, text }))
    if (item.type !== 'link' || !Array.isArray(item.content) || !item.content.every(isStyledText)) return [keyOf(item)]
    return item.content.flatMap((part) =>
      piecesOf(part).map((text) => keyOf({ ...item, content: [{ ...part, text }] })),
    )
  })
}

const isStyledText = (item: Inline): item is StyledText => item.type === 'text' && typeof item.text === 'string'

const LINE = /[^\n]*\n|[^\n]+/g

/** Joins equal neighbours. */
function joined<T extends Inline>(items: T[]): T[] {
  const content: T[] = []
  for (const item of items) {
    const last = content.at(-1)
    if (last?.type === 'text' && item.type === 'text' && blocksEqual(last.styles, item.styles)) {
      content[content.length - 1] = { ...last, text: last.text + item.text }
    } else if (last?.type === 'link' && item.type === 'link' && last.href === item.href && last.title === item.title) {
      content[content.length - 1] = { ...last, content: [...last.content, ...item.content] }
    } else content.push(item)
  }
  return content.map((item) => (item.type === 'link' ? { ...item, content: joined(item.content) } : item))
}

/** What all three share at the start and the end is not searched. */
function withoutSharedEnds({ base, mine, theirs }: Versions<string[]>) {
  const shortest = Math.min(base.length, mine.length, theirs.length)
  const isShared = (at: number) => base.at(at) === mine.at(at) && base.at(at) === theirs.at(at)
  let start = 0
  while (start < shortest && isShared(start)) start++
  let end = 0
  while (end < shortest - start && isShared(-1 - end)) end++
  const restOf = (words: string[]) => words.slice(start, words.length - end)
  return {
    head: base.slice(0, start),
    tail: base.slice(base.length - end),
    rest: { base: restOf(base), mine: restOf(mine), theirs: restOf(theirs) },
  }
}
