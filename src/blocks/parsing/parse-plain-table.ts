// Reads tables whose every line starts and ends with a pipe and whose cells hold simple text. Anything else returns undefined,
// and the full parser reads the table.

import type { AlignType, Table, TableRow } from 'mdast'
import { isBlank, trimBlanks } from './markdown-lines.ts'
import { parsePlainText } from './parse-plain-text.ts'

export function parsePlainTable(lines: string[], start: number): { nodes: Table[]; end: number } | undefined {
  const head = cellsOf(lines[start])
  const rule = cellsOf(lines[start + 1])
  if (!head || !rule || head.length !== rule.length || !rule.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const rows: TableRow[] = []
  let end = start
  for (; end < lines.length && !isBlank(lines[end]!); end++) {
    if (end === start + 1) continue
    const row = rowOf(lines[end])
    if (!row) return undefined
    rows.push(row)
  }
  return { nodes: [{ type: 'table', align: rule.map(alignment), children: rows }], end }
}

function cellsOf(line: string | undefined): string[] | undefined {
  const text = line === undefined ? '' : trimBlanks(line)
  // An escaped pipe is no border, and the parser treats other backslashes near one specially.
  if (text.length < 3 || !text.startsWith('|') || !text.endsWith('|') || text.includes('\\')) return undefined
  return text.slice(1, -1).split('|').map(trimCell)
}

function trimCell(cell: string): string {
  return trimBlanks(cell.replace(/^[ \t]+/, ''))
}

function rowOf(line: string | undefined): TableRow | undefined {
  const row: TableRow = { type: 'tableRow', children: [] }
  for (const cell of cellsOf(line) ?? []) {
    const children = parsePlainText(cell)
    if (!children) return undefined
    row.children.push({ type: 'tableCell', children })
  }
  return row.children.length === 0 ? undefined : row
}

function alignment(rule: string): AlignType {
  if (rule.startsWith(':')) return rule.endsWith(':') ? 'center' : 'left'
  return rule.endsWith(':') ? 'right' : null
}
