// Compares two tables: added, removed and changed rows with their changed words, and other differences.

import { diffArrays } from 'diff'
import { CELL_PROPS } from 'galley-blocks/block-types.ts'
import { isRecord } from 'galley-blocks/model.ts'
import { diffInline, diffProps, diffValues, type Note, spansOf } from './diff-looks.ts'
import { type InlineSpan, join } from './text.ts'
import type { WordChange } from './words.ts'

export type RowChange = { kind: 'same' | 'added' | 'removed' | 'changed'; cells: WordChange[][] }
type Cell = { spans: InlineSpan[]; text: string; props: Record<string, unknown> }

/** Takes tables as normalised by galley-blocks/compare.ts. */
export function diffTable(before: unknown, after: unknown): { rows: RowChange[]; notes: Note[] } {
  const [{ rows: was, ...old }, { rows: is, ...now }] = [tableOf(before), tableOf(after)]
  const notes = [
    ...diffProps(old, now, {}).filter(({ label }) => label !== 'Column widths'),
    ...diffValues('Column widths', old.columnWidths, now.columnWidths),
  ]
  const rows: RowChange[] = []
  let gone: Cell[][] = []
  let [o, n] = [0, 0]
  const signature = (row: Cell[]) => JSON.stringify(row)
  for (const part of diffArrays(was.map(signature), is.map(signature))) {
    const { length } = part.value
    if (part.removed) gone = was.slice(o, o + length)
    else if (part.added) {
      rows.push(...paired(gone, is.slice(n, n + length), notes))
      gone = []
    } else {
      rows.push(...gone.map((row) => whole('removed', row)))
      rows.push(...is.slice(n, n + length).map((row) => whole('same', row)))
      gone = []
    }
    if (!part.added) o += length
    if (!part.removed) n += length
  }
  return { rows: [...rows, ...gone.map((row) => whole('removed', row))], notes }
}

function tableOf(content: unknown): Record<string, unknown> & { rows: Cell[][] } {
  const table = isRecord(content) ? content : {}
  const rows: unknown[] = Array.isArray(table.rows) ? table.rows : []
  return { ...table, rows: rows.map((row) => (isRecord(row) && Array.isArray(row.cells) ? row.cells.map(cellOf) : [])) }
}

function cellOf(cell: { content: unknown; props: Record<string, unknown> }): Cell {
  const spans = spansOf(cell.content)
  return { spans, text: join(spans), props: cell.props }
}

/**
 * Matches removed rows with added ones that share a cell, in order. Otherwise a changed price would be a removed and an added
 * row.
 */
function paired(gone: Cell[][], come: Cell[][], notes: Note[]): RowChange[] {
  const changes: RowChange[] = []
  let from = 0
  for (const row of come) {
    const match = gone.findIndex(
      (old, at) => at >= from && old.some(({ text }, index) => text !== '' && text === row[index]?.text),
    )
    if (match < 0) {
      changes.push(whole('added', row))
      continue
    }
    changes.push(...gone.slice(from, match).map((old) => whole('removed', old)), changed(gone[match]!, row, notes))
    from = match + 1
  }
  return [...changes, ...gone.slice(from).map((old) => whole('removed', old))]
}

const whole = (kind: 'same' | 'added' | 'removed', row: Cell[]): RowChange => ({
  kind,
  cells: row.map(({ spans }) => spans.map((span) => ({ ...span, kind }))),
})

const EMPTY: Cell = { spans: [], text: '', props: {} }

function changed(before: Cell[], after: Cell[], notes: Note[]): RowChange {
  const cells = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [was, is] = [before[index] ?? EMPTY, after[index] ?? EMPTY]
    const inline = diffInline(was.spans, is.spans)
    const ofCell = diffProps(was.props, is.props, CELL_PROPS)
    notes.push(...inline.notes, ...ofCell.map(({ label, pieces }) => ({ label: `${label} of “${is.text}”`, pieces })))
    return inline.pieces
  })
  return { kind: 'changed', cells }
}
