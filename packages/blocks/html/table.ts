// Tables → HTML: header cells with scope, in a box that scrolls by itself and by keyboard.

import { isRecord, type TableContent } from '../model.ts'
import { cellContent, inlineText } from '../text.ts'
import { attributes, escapeHtml, type InlineWriter, inlineHtml, lookClasses, said } from './inline.ts'

const MAX_LABEL_LENGTH = 80
const MAX_SPAN = 1000

/** `number` is the table's number in the document: regions of a page need distinct names. */
export function tableHtml(table: TableContent, number: number, write: InlineWriter): string {
  const headerRows = Math.min(table.headerRows ?? 0, table.rows.length)
  const rowHtml = (row: TableContent['rows'][number], headerCells: number, scope: 'col' | 'row'): string => {
    const cells = row.cells.map((cell, column) => cellHtml(cell, column < headerCells ? scope : undefined, write))
    return `<tr${attributes({ 'data-op': write.op?.(row) })}>${cells.join('')}</tr>\n`
  }
  const head = table.rows.slice(0, headerRows).map((row) => rowHtml(row, Number.POSITIVE_INFINITY, 'col'))
  const body = table.rows.slice(headerRows).map((row) => rowHtml(row, table.headerCols ?? 0, 'row'))
  const thead = head.length === 0 ? '' : `<thead>\n${head.join('')}</thead>\n`
  const tbody = body.length === 0 ? '' : `<tbody>\n${body.join('')}</tbody>\n`
  const box = `class="table-scroll" tabindex="0" role="region" aria-label="${label(table, number)}"`
  return `<div ${box}>\n<table>\n${thead}${tbody}</table>\n</div>\n`
}

function label(table: TableContent, number: number): string {
  const headings = table.headerRows ? table.rows[0]?.cells.map((cell) => inlineText(cellContent(cell)).trim()) : []
  const words = headings?.filter((text) => text !== '').join(', ') ?? ''
  const short = words.length > MAX_LABEL_LENGTH ? `${words.slice(0, MAX_LABEL_LENGTH).trimEnd()}…` : words
  return said('tableNumber', number) + (short && `: ${escapeHtml(short)}`)
}

function cellHtml(cell: unknown, scope: 'col' | 'row' | undefined, write: InlineWriter): string {
  const props = isRecord(cell) && isRecord(cell.props) ? cell.props : {}
  const text = inlineHtml(cellContent(cell), write)
  // An empty header cell would only confuse screen readers.
  const tag = scope && text !== '' ? 'th' : 'td'
  const look = attributes({
    scope: tag === 'th' ? scope : undefined,
    colspan: span(props.colspan),
    rowspan: span(props.rowspan),
    class: lookClasses(props).join(' ') || undefined,
    dir: 'auto',
    'data-op': isRecord(cell) ? write.op?.(cell) : undefined,
  })
  return `<${tag}${look}>${text}</${tag}>`
}

function span(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? Math.min(value, MAX_SPAN) : undefined
}
