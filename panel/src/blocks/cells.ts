// Cells of a spreadsheet on the clipboard: as HTML of Excel, Google Sheets or LibreOffice, or as text with tabs between them.
// Their words, links and spans become a table with a row of headings; fonts, colours and widths stay behind.

import type { Editor } from './keys.ts'

const SPREADSHEET = /office:excel|google-sheets-html-origin|content="?LibreOffice|ProgId content="?Excel/i
const KEPT = new Set(['href', 'colspan', 'rowspan'])

/** cellsIn returns the cells as a bare HTML table; undefined for a single one, which is text, and for what comes from elsewhere. */
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

/** tableOfText: two lines or more, with as many tabs in each. */
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

/** tableOf is the table as blocks; the first row of a spreadsheet nearly always names its columns. */
export const tableOf = (editor: Editor, html: string) =>
  editor
    .tryParseHTMLToBlocks(html)
    .map((block) => (block.type === 'table' ? { ...block, content: { ...block.content, headerRows: 1 } } : block))
