// A source as lines that have lost what is not content: HTML, quoting marks, white space. Every line remembers how it was
// written, so that an item can quote its source verbatim.

import { withoutHtml } from './html.ts'

/** Line: `text` is without quoting marks and outer white space, `raw` verbatim; `altered` when text is not a slice of raw. */
export type Line = { raw: string; text: string; indent: number; depth: number; altered: boolean; code: boolean }

const FENCE = /^\s{0,8}(`{3,}|~{3,})/
const QUOTE_MARKS = /^(?:[ \t]{0,3}>[ \t]?)+/
/** A line is read up to here; the rest of a longer one is no text for people. */
const LONGEST_LINE = 20_000

/** linesOf cuts a text into lines; between fences they are kept as they are. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  const hider = new Hider(text)
  let fence = ''
  for (const written of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const raw = fence === '' ? hider.shown(written) : written
    if (raw === '' && written !== '') continue
    const mark = FENCE.exec(raw)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = ''
      lines.push({ raw, text: raw, indent: 0, depth: 0, altered: false, code: true })
      continue
    }
    if (mark) {
      fence = mark
      lines.push({ raw, text: raw, indent: 0, depth: 0, altered: false, code: true })
      continue
    }
    pushLine(raw.slice(0, LONGEST_LINE), lines)
  }
  return lines
}

/** Hider takes out comments, scripts and styles, over several lines where they are; one that nothing closes is text. */
class Hider {
  readonly #all: string
  #awaits = ''

  constructor(text: string) {
    this.#all = text.includes('<') ? text.toLowerCase() : ''
  }

  shown(line: string): string {
    if (this.#all === '' || (this.#awaits === '' && !line.includes('<'))) return line
    let shown = ''
    let rest = line
    while (rest !== '') {
      if (this.#awaits !== '') {
        const end = rest.toLowerCase().indexOf(this.#awaits)
        if (end < 0) return shown
        rest = rest.slice(end + this.#awaits.length)
      }
      const [open = '', tag] = OPENS_HIDDEN.exec(rest) ?? []
      const closing = tag ? `</${tag.toLowerCase()}>` : '-->'
      this.#awaits = open !== '' && (tag === undefined || this.#all.includes(closing)) ? closing : ''
      if (this.#awaits === '') return shown + rest
      const at = rest.indexOf(open)
      shown += rest.slice(0, at)
      rest = rest.slice(at + open.length)
    }
    return shown
  }
}
const OPENS_HIDDEN = /<!--|(?<!`)<(script|style)\b[^<>`]{0,2000}>/i

function pushLine(raw: string, lines: Line[]): void {
  const marks = QUOTE_MARKS.exec(raw)?.[0] ?? ''
  const depth = marks === '' ? 0 : marks.split('>').length - 1
  const written = raw.slice(marks.length)
  const needsCleaning = /[<&]|!\[/.test(written)
  const parts = needsCleaning ? withoutHtml(written).split('\n') : [written]
  const kept = parts.length === 1 ? parts : parts.filter((part) => part.trim() !== '' || part === '')
  for (const part of kept) {
    const text = part.trim()
    // A line that held nothing but tags, badges or anchors was no line.
    if (needsCleaning && text === '' && written.trim() !== '' && kept.length === 1) continue
    const indent = /^[ \t]*/.exec(part)![0].replaceAll('\t', '    ').length
    lines.push({ raw, text, indent, depth, altered: needsCleaning && !raw.includes(text), code: false })
  }
}
