// Spreadsheet cells on the clipboard: HTML of Excel, Google Sheets or LibreOffice, or tab-separated text. Text, links and
// spans become a table with a header row; fonts, colours and widths are dropped.

import type { Editor } from './keys.ts'

const SPREADSHEET = /office:excel|google-sheets-html-origin|content="?LibreOffice|ProgId content="?Excel/i
const KEPT = new Set(['href', 'colspan', 'rowspan'])

/** A bare HTML table; undefined for a single cell (text) and for other sources. */
export function cellsIn(html: string, text: string): string | undefined {
  return html === '' ? tableOfText(text) : SPREADSHEET.test(html) ? bareTable(html) : undefined
}

function bareTable(html: string): string | undefined {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table || table.querySelectorAll('td, th').length < 2) return undefined
  for (const column of table.querySelectorAll('colgroup, col')) column.remove()
  for (const element of [table, ...table.querySelectorAll('*')])
    for (const name of element.getAttributeNames()) if (!KEPT.has(name)) element.removeAttribute(name)
  return table.outerHTML
}

/** Requires two or more lines with equally many tabs. */
function tableOfText(text: string): string | undefined {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const width = rows[0]!.length
  if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return undefined
  const table = document.createElement('table')
  for (const row of rows) {
    const line = table.insertRow()
    for (const words of row) line.insertCell().textContent = words.trim()
  }
  return table.outerHTML
}

/** A spreadsheet's first row nearly always has the column names. */
export const tableOf = (editor: Editor, html: string) =>
  editor
    .tryParseHTMLToBlocks(html)
    .map((block) => (block.type === 'table' ? { ...block, content: { ...block.content, headerRows: 1 } } : block))
