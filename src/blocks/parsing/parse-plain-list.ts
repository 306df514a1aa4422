// Parses tight lists whose every line is an item of simple text, nested by exact indentation. For anything else
// it returns undefined, and the full parser reads the list.

import type { List, ListItem } from 'mdast'
import { isBlank, SAFE_START, trimBlanks } from './markdown-lines.ts'
import { parsePlainText } from './parse-plain-text.ts'

const ITEM = /^( *)([-*+]|(\d{1,9})[.)]) (\[[ xX]\] )?(\S.*)$/
const MAX_PLAIN_DEPTH = 40

/** isItemLine: the line starts a list at the left margin. */
export function isItemLine(line: string): boolean {
  return /^(?:[-*+]|\d{1,9}[.)]) \S/.test(line)
}

type Level = { indent: number; text: number; sign: string; list: List }

export function parsePlainList(lines: string[], start: number): { nodes: List[]; end: number } | undefined {
  const levels: Level[] = []
  let end = start
  for (; end < lines.length && !isBlank(lines[end]!); end++) {
    if (!addLine(levels, lines[end]!)) return undefined
  }
  return endsList(lines, end) ? { nodes: [levels[0]!.list], end } : undefined
}

// After a blank line, only text at the left margin certainly no longer belongs to the list.
function endsList(lines: string[], at: number): boolean {
  const next = lines.slice(at, at + 50).find((line) => !isBlank(line))
  return next === undefined ? lines.length <= at + 50 : /^[^\s\d*+-]/.test(next)
}

function addLine(levels: Level[], line: string): boolean {
  const [, blanks, marker, number, box, source] = ITEM.exec(line) ?? []
  if (blanks === undefined || marker === undefined || source === undefined || !SAFE_START.test(source)) return false
  const children = parsePlainText(trimBlanks(source))
  if (!children) return false
  const item: ListItem = { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] }
  if (box !== undefined) item.checked = box[1] !== ' '
  return placeItem(levels, blanks.length, marker, number, item)
}

function placeItem(
  levels: Level[],
  indent: number,
  marker: string,
  number: string | undefined,
  item: ListItem,
): boolean {
  const sign = marker.at(-1)!
  const text = indent + marker.length + 1
  const deepest = levels.at(-1)
  if (deepest === undefined ? indent === 0 : indent === deepest.text) {
    // Right below text, only a list that counts from 1 starts without a blank line.
    if (levels.length >= MAX_PLAIN_DEPTH || (deepest && number !== undefined && number !== '1')) return false
    const list: List = { type: 'list', ordered: number !== undefined, spread: false, children: [item] }
    if (number !== undefined) list.start = Number(number)
    deepest?.list.children.at(-1)?.children.push(list)
    levels.push({ indent, text, sign, list })
    return true
  }
  while (levels.length > 0 && levels.at(-1)!.indent > indent) levels.pop()
  const level = levels.at(-1)
  if (level === undefined || level.indent !== indent || level.sign !== sign) return false
  level.list.children.push(item)
  level.text = text
  return true
}
