// Checks a block's content: inline items, links and table cells. Unknown items are kept. Blocks with their ids, props and
// children are in validate.ts.

import { isRecord } from 'galley-blocks/model.ts'
import { safeUrl } from 'galley-blocks/urls.ts'
import { dictType, type Loc, listType, missing, stringType, valueError } from '#issues.ts'
import type { Problems } from './problems.ts'

/** Custom inline items may be nested; this bounds hostile nesting. */
const MAX_INLINE_DEPTH = 8

/** A block in messages: its id if it came with one, else its location. */
type BlockName = string

/** The content to keep: the same value, unless something missing had to be filled in. */
export function checkContent(
  content: unknown,
  isKnownType: boolean,
  name: BlockName,
  loc: Loc,
  problems: Problems,
): unknown {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return checkInline(content, name, loc, problems, 1)
  if (isRecord(content)) {
    if (content.type === 'tableContent') return checkTable(content, name, loc, problems)
    if (isKnownType)
      problems.add(valueError(loc, `Block ${name} has content that is neither text nor a table`, content))
    return content
  }
  problems.add(listType(loc, content))
  return content
}

/** Reports an unsafe URL, naming its block. */
function checkUrl(url: string, name: BlockName, loc: Loc, problems: Problems): void {
  if (safeUrl(url) !== undefined) return
  problems.add(valueError(loc, `Block ${name} has a URL that is not http, https, mailto or a path on this site`, url))
}

function checkInline(items: unknown[], name: BlockName, loc: Loc, problems: Problems, depth: number): unknown[] {
  if (depth > MAX_INLINE_DEPTH) {
    problems.add(valueError(loc, `Block ${name} nests its text more than ${MAX_INLINE_DEPTH} levels deep`, items))
    return items
  }
  return keepUnlessChanged(items, (item, index) => checkItem(item, name, [...loc, index], problems, depth))
}

function checkItem(item: unknown, name: BlockName, loc: Loc, problems: Problems, depth: number): unknown {
  if (!isRecord(item)) {
    problems.add(dictType(loc, item))
    return item
  }
  if (!hasString(item, 'type', loc, problems)) return item
  if (item.type === 'text') {
    hasString(item, 'text', loc, problems)
    // The editor fails on text without styles.
    if (item.styles === undefined || item.styles === null) return { ...item, styles: {} }
    if (!isRecord(item.styles)) problems.add(dictType([...loc, 'styles'], item.styles))
    return item
  }
  if (item.type === 'link' && hasString(item, 'href', loc, problems) && item.content === undefined) {
    problems.add(missing([...loc, 'content'], item))
  }
  if (typeof item.href === 'string') checkUrl(item.href, name, [...loc, 'href'], problems)
  if (isRecord(item.props)) checkUrlProps(item.props, URL_PROPS, name, [...loc, 'props'], problems)
  if (Array.isArray(item.content)) {
    const content = checkInline(item.content, name, [...loc, 'content'], problems, depth + 1)
    return content === item.content ? item : { ...item, content }
  }
  if (item.type !== 'link' || item.content === undefined) return item
  // The editor writes a list, and other code expects one.
  if (typeof item.content === 'string') return { ...item, content: [{ type: 'text', text: item.content, styles: {} }] }
  problems.add(listType([...loc, 'content'], item.content))
  return item
}

/** Props with an address, in any type. */
export const URL_PROPS = ['url', 'href', 'src', 'link'] as const

export function checkUrlProps(
  props: Record<string, unknown>,
  keys: Iterable<string>,
  name: BlockName,
  loc: Loc,
  problems: Problems,
): void {
  for (const key of keys) {
    const url = props[key]
    if (typeof url === 'string') checkUrl(url, name, [...loc, key], problems)
  }
}

function checkTable(table: Record<string, unknown>, name: BlockName, loc: Loc, problems: Problems): unknown {
  for (const key of ['headerRows', 'headerCols']) {
    const value = table[key]
    if (value !== undefined && value !== null) problems.integer([...loc, key], value)
  }
  if (table.rows === undefined) {
    problems.add(missing([...loc, 'rows'], table))
    return table
  }
  if (!Array.isArray(table.rows)) {
    problems.add(listType([...loc, 'rows'], table.rows))
    return table
  }
  const rows = keepUnlessChanged(table.rows, (row, index) => checkRow(row, name, [...loc, 'rows', index], problems))
  return rows === table.rows ? table : { ...table, rows }
}

function checkRow(row: unknown, name: BlockName, loc: Loc, problems: Problems): unknown {
  if (!isRecord(row)) {
    problems.add(dictType(loc, row))
    return row
  }
  if (!Array.isArray(row.cells)) {
    problems.add((row.cells === undefined ? missing : listType)([...loc, 'cells'], row.cells ?? row))
    return row
  }
  const cells = keepUnlessChanged(row.cells, (cell, index) => checkCell(cell, name, [...loc, 'cells', index], problems))
  return cells === row.cells ? row : { ...row, cells }
}

function checkCell(cell: unknown, name: BlockName, loc: Loc, problems: Problems): unknown {
  if (typeof cell === 'string') return cell
  if (Array.isArray(cell)) return checkInline(cell, name, loc, problems, 1)
  if (!isRecord(cell)) {
    problems.add(dictType(loc, cell))
    return cell
  }
  if (cell.content === undefined || cell.content === null) return { ...cell, content: [] }
  if (typeof cell.content === 'string') return cell
  if (!Array.isArray(cell.content)) {
    problems.add(listType([...loc, 'content'], cell.content))
    return cell
  }
  const content = checkInline(cell.content, name, [...loc, 'content'], problems, 1)
  return content === cell.content ? cell : { ...cell, content }
}

function hasString(record: Record<string, unknown>, key: string, loc: Loc, problems: Problems): boolean {
  const value = record[key]
  if (typeof value === 'string') return true
  if (value === undefined) problems.add(missing([...loc, key], record))
  else problems.add(stringType([...loc, key], value))
  return false
}

/** Maps a list but returns the same list if nothing changed, so that valid input isn't copied. */
export function keepUnlessChanged(list: unknown[], check: (item: unknown, index: number) => unknown): unknown[] {
  let changed: unknown[] | undefined
  for (const [index, item] of list.entries()) {
    const checked = check(item, index)
    if (checked === item) continue
    changed ??= [...list]
    changed[index] = checked
  }
  return changed ?? list
}
