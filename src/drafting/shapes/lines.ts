// A source as lines that have lost what is not content: HTML, quoting marks, white space. Every line remembers how it was
// written, so that an item can quote its source verbatim.

import { withoutHtml } from './html.ts'
import { fencePasted } from './pasted.ts'
import { REMARK } from './patterns.ts'

/**
 * Line: `text` is without quoting marks and outer white space, `raw` verbatim; `altered` when text is not a slice of raw. One
 * that is a `block` holds several lines that belong together.
 */
export type Line = {
  raw: string
  text: string
  indent: number
  depth: number
  altered: boolean
  code: boolean
  block?: boolean
}

const FENCE = /^\s{0,8}(`{3,}|~{3,})/
const QUOTE_MARKS = /^(?:[ \t]{0,3}>[ \t]?)+/
/** A line is read up to here; the rest of a longer one is no text for people. */
const LONGEST_LINE = 20_000

/** linesOf cuts a text into lines; between fences they are kept as they are. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  const hider = new Hider(text)
  let fence = ''
  const all = fencePasted(text.split(/\r\n|[\n\r\u2028\u2029]/))
  for (let at = 0; at < all.length; at++) {
    const written = all[at]!
    const end = fence === '' ? endOfBlock(all, at) : -1
    if (end !== -1) {
      const raw = all.slice(at, end + 1).join('\n')
      lines.push({ raw, text: raw, indent: 0, depth: 0, altered: false, code: true, block: true })
      at = end
      continue
    }
    if (fence === '' && FENCE_OF_CONTAINER.test(written)) {
      // Around what nobody knows, or around more than one thought: what is inside is read by itself.
      pushLine('', lines)
      continue
    }
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

const CONTAINER = /^(:{3,})[ \t]*(?:note|info|tip|important|warning|caution|danger|tabs|code-group|details)\b/
const FENCE_OF_CONTAINER = /^[ \t]{0,3}:{3,}[ \t]*(?:$|\{?[a-z])/i
const ALERT = /^[ \t]{0,3}>[ \t]?\[!(?:note|tip|important|warning|caution|danger)\]/i
/** A longer callout or tab is a text of its own, from which a drafter chooses. */
const MOST_LINES = 40

/** endOfBlock is the last line of the callout, the tabs or the formula that begins here; -1 where none does. */
function endOfBlock(lines: readonly string[], from: number): number {
  const line = lines[from]!
  const next = lines.slice(from + 1, from + MOST_LINES)
  if (ALERT.test(line)) {
    const after = next.findIndex((one) => !one.trimStart().startsWith('>'))
    return from + (after === -1 ? next.length : after)
  }
  const fence = CONTAINER.exec(line)?.[1]
  const text = line.trim()
  if (fence === undefined && !text.startsWith('$$')) return -1
  if (fence === undefined && text.length > 4 && text.endsWith('$$')) return from
  const closing = fence ?? '$$'
  const end = next.findIndex((one) => one.trim() === closing)
  return end === -1 ? -1 : from + 1 + end
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

/** What its author struck out is no content any more. */
const withoutStruck = (line: string): string => line.replace(/~~[^~\s][^~]{0,200}~~/g, '')

/** withRemarkApart: what was remarked at the edge of a page stands at the end of a line when it is copied. */
const withRemarkApart = (line: string): string[] => {
  const at = line.search(REMARK)
  return at > 0 ? [line.slice(0, at), line.slice(at)] : [line]
}

function pushLine(raw: string, lines: Line[]): void {
  const marks = QUOTE_MARKS.exec(raw)?.[0] ?? ''
  const depth = marks === '' ? 0 : marks.split('>').length - 1
  const written = raw.slice(marks.length)
  const needsCleaning = /[<&]|!\[|~~/.test(written)
  const parts = (needsCleaning ? withoutHtml(withoutStruck(written)).split('\n') : [written]).flatMap(withRemarkApart)
  const kept = parts.length === 1 ? parts : parts.filter((part) => part.trim() !== '' || part === '')
  for (const part of kept) {
    const text = part.trim()
    // A line that held nothing but tags, badges or anchors was no line.
    if (needsCleaning && text === '' && written.trim() !== '' && kept.length === 1) continue
    const indent = /^[ \t]*/.exec(part)![0].replaceAll('\t', '    ').length
    lines.push({ raw, text, indent, depth, altered: needsCleaning && !raw.includes(text), code: false })
  }
}
