// What changed in a table, by row and cell, and in props.

import { CELL_PROPS, type propsOfType } from './block-types.ts'
import { blocksEqual } from './compare.ts'
import { type DiffDetail, type DiffPiece, diffWords, parted } from './diff-words.ts'
import { isRecord } from './model.ts'
import { inlineText } from './text.ts'

type CellDiff = { op: RowOp; props: Record<string, unknown>; pieces: DiffPiece[] }
type RowOp = 'same' | 'added' | 'removed' | 'changed'
/** Rows of both tables; each has the columns of both. */
export type TableDiff = { rows: { op: RowOp; cells: CellDiff[] }[]; details: DiffDetail[] }

type Cell = { key: string; content: unknown; text: string; props: Record<string, unknown> }
type Row = { key: string; cells: Cell[] }
/** A column's index in each table. */
type Column = { was?: number | undefined; is?: number | undefined }

/** Takes tables as compare.ts normalises them. */
export function diffTable(before: Record<string, unknown>, after: Record<string, unknown>): TableDiff {
  const [{ rows: _, ...old }, { rows: __, ...now }] = [before, after]
  const [was, is] = [rowsOf(before), rowsOf(after)]
  const details = diffProps('table', old, now, {})
  const columns = columnsOf(was, is)
  const rows: TableDiff['rows'] = []
  for (const part of parted(was, is)) {
    // Equal rows are drawn with the columns of both tables, too.
    const pairs =
      part.op === 'same' ? part.is.map((row, at) => [part.was[at]!, row] as const) : paired(part.was, part.is)
    for (const [old, now] of pairs) rows.push(rowDiff(old, now, columns, details, is.indexOf(now!)))
  }
  return { rows, details }
}

function rowsOf({ rows }: Record<string, unknown>): Row[] {
  return (Array.isArray(rows) ? rows : []).map((row) => {
    const cells = isRecord(row) && Array.isArray(row.cells) ? row.cells.map(cellOf) : []
    return { key: `r${JSON.stringify(cells.map(({ key }) => key))}`, cells }
  })
}

const cellOf = ({ content, props }: { content: unknown; props: Record<string, unknown> }): Cell => ({
  key: `c${JSON.stringify([content, props], inOrder)}`,
  content,
  text: inlineText(content),
  props,
})

const inOrder = (_key: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

/** Columns are matched by their heading if their number changed, else by position. */
function columnsOf(was: Row[], is: Row[]): Column[] {
  const [old, now] = [was, is].map((rows) => Math.max(0, ...rows.map(({ cells }) => cells.length))) as [number, number]
  if (old === now) return Array.from({ length: now }, (_, at) => ({ was: at, is: at }))
  const heads = ([first]: Row[], length: number) =>
    Array.from({ length }, (_, at) => ({ at, key: `h${first?.cells[at]?.text ?? at}` }))
  return parted(heads(was, old), heads(is, now)).flatMap((part) =>
    Array.from({ length: Math.max(part.was.length, part.is.length) }, (_, at) => ({
      was: part.was[at]?.at,
      is: part.is[at]?.at,
    })),
  )
}

/** Rows with a cell in common are one that changed: otherwise a changed price would be a removed and an added row. */
function* paired(gone: Row[], come: Row[]): Generator<readonly [Row | undefined, Row | undefined]> {
  let from = 0
  for (const row of come) {
    const texts = new Set(row.cells.map(({ text }) => text).filter((text) => text !== ''))
    const match = gone.findIndex(({ cells }, at) => at >= from && cells.some(({ text }) => texts.has(text)))
    if (match < 0) yield [undefined, row]
    else {
      for (const old of gone.slice(from, match)) yield [old, undefined]
      yield [gone[match], row]
      from = match + 1
    }
  }
  for (const old of gone.slice(from)) yield [old, undefined]
}

function rowDiff(was: Row | undefined, is: Row | undefined, columns: Column[], details: DiffDetail[], row: number) {
  const cells = columns.map((column) => {
    const old = column.was === undefined ? undefined : was?.cells[column.was]
    const now = column.is === undefined ? undefined : is?.cells[column.is]
    const { pieces, details: looks } = diffWords(old?.content ?? [], now?.content ?? [])
    if (was && is)
      details.push(
        ...[...looks, ...diffProps('cell', old?.props ?? {}, now?.props ?? {}, CELL_PROPS)].map((detail) => ({
          ...detail,
          text: detail.text ?? now?.text ?? '',
          row,
          column: column.is ?? column.was!,
        })),
      )
    const op: RowOp = old?.key === now?.key ? 'same' : !old ? 'added' : !now ? 'removed' : 'changed'
    return { op, props: (now ?? old)?.props ?? {}, pieces }
  })
  const isSame = cells.every(({ op }) => op === 'same')
  const op: RowOp = !was ? 'added' : !is ? 'removed' : isSame ? 'same' : 'changed'
  return { op, cells }
}

/** Props that differ, with their defaults. */
export const diffProps = (
  kind: 'prop' | 'cell' | 'table',
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  specs: ReturnType<typeof propsOfType>,
): DiffDetail[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !blocksEqual(before[name], after[name]))
    .map((name) => {
      const byDefault = (Object.hasOwn(specs, name) ? specs[name]!.default : undefined) ?? null
      return { kind, name, before: before[name] ?? byDefault, after: after[name] ?? byDefault }
    })
