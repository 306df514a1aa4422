// Markdown cut into the pieces a draft is made of: paragraphs, lists, code, tables and quotes, each verbatim with the
// headings above it. One pass over the lines, far quicker than a full parser, because a job may bring 4 MB of material.
// It decides only where a piece begins and ends; what stands inside is parsed when it reaches the draft.

import { oneLine } from '#blocks/text.ts'

type PieceForm = 'paragraph' | 'list' | 'code' | 'table' | 'quote'

/**
 * Piece: `raw` is the verbatim slice, `text` the Markdown to show (for code: the code itself).
 * `leadsIn` says that a paragraph announces the piece after it ("Run this:"), so the two stay together.
 */
export type Piece = {
  form: PieceForm
  raw: string
  text: string
  trail: Heading[]
  language?: string
  ordered?: boolean
  leadsIn?: boolean
}
export type Heading = { level: number; text: string; raw: string }
export type Scan = { pieces: Piece[]; headings: Heading[] }

// None of these may backtrack: a hostile line can be 200,000 characters long.
const HEADING = /^ {0,3}(#{1,6})[ \t]/
const FENCE = /^ {0,3}(```|~~~)/
const INNER_FENCE = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(```+|~~~+)/
const LIST_ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?:[ \t]+\S|[ \t]*$)/
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const THEMATIC_BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const DEFINITION = /^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*(\S+)/
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/
const BLANK = /^\s*$/
/** A short line right above a list, without an end of its own, is its label, with or without a colon. */
const LONGEST_LABEL = 80
const ENDS_SENTENCE = /[.!?。！？][)*_`]*\s*$/
const LEADS_IN = /[:：][*_)]*\s*$/

/** scanMarkdown cuts a text; it never throws, whatever the text is. */
export function scanMarkdown(markdown: string): Scan {
  return new Scanner(markdown).run()
}

class Scanner {
  readonly #lines: string[]
  readonly #pieces: Piece[] = []
  readonly #headings: Heading[] = []
  readonly #definitions = new Map<string, string>()
  #trail: Heading[] = []
  #at = 0

  constructor(markdown: string) {
    this.#lines = markdown.split(/\r?\n/)
  }

  run(): Scan {
    this.#skipFrontMatter()
    while (this.#at < this.#lines.length) this.#step()
    this.#finish()
    return { pieces: this.#pieces, headings: this.#headings }
  }

  #line(offset = 0): string {
    return this.#lines[this.#at + offset] ?? ''
  }

  #step(): void {
    const line = this.#line()
    if (BLANK.test(line)) this.#at++
    else if (HEADING.test(line)) this.#heading(line)
    else if (FENCE.test(line)) this.#fence()
    else if (/^ {0,3}>/.test(line)) this.#quote()
    else if (THEMATIC_BREAK.test(line)) this.#at++
    else if (LIST_ITEM.test(line)) this.#list()
    else if (/^(?: {4}|\t)/.test(line)) this.#indentedCode()
    else if (this.#startsTable()) this.#table()
    else if (/^ {0,3}<!--/.test(line)) this.#comment()
    else if (DEFINITION.test(line)) this.#definition(line)
    else this.#paragraph()
  }

  #skipFrontMatter(): void {
    if (this.#line() !== '---') return
    const end = this.#lines.slice(1, 200).indexOf('---')
    if (end > 0 && this.#lines.slice(1, end + 1).every((line) => /^[\w-]+:|^\s|^$/.test(line))) this.#at = end + 2
  }

  #enter(level: number, text: string, raw: string): void {
    const heading = { level, text: oneLine(text.replace(/[*_`]+/g, (marks) => (marks === '_' ? '_' : ''))), raw }
    if (heading.text === '') return
    this.#trail = [...this.#trail.filter((above) => above.level < level), heading]
    this.#headings.push(heading)
  }

  #heading(line: string): void {
    const level = HEADING.exec(line)?.[1]?.length ?? 1
    const raw = line.trim()
    this.#enter(level, withoutClosingMarks(raw.slice(level).trim()), raw)
    this.#at++
  }

  #add(form: PieceForm, from: number, more: Partial<Piece> = {}): void {
    const raw = this.#lines.slice(from, this.#at).join('\n').trimEnd()
    this.#pieces.push({ form, raw, text: raw, trail: this.#trail, ...more })
  }

  #fence(): void {
    const from = this.#at
    const opening = this.#line().trim()
    const mark = opening.slice(0, runLength(opening))
    const language = opening.slice(mark.length).trim().split(/[\s{]/, 1)[0]
    this.#at++
    while (this.#at < this.#lines.length && !closes(this.#line(), mark)) this.#at++
    const code = this.#lines.slice(from + 1, this.#at).join('\n')
    this.#at++
    if (code.trim() !== '') this.#add('code', from, { text: code, ...(language ? { language } : {}) })
  }

  #indentedCode(): void {
    const from = this.#at
    while (this.#at < this.#lines.length && (/^(?: {4}|\t)/.test(this.#line()) || BLANK.test(this.#line()))) this.#at++
    const code = this.#lines.slice(from, this.#at).map((line) => line.replace(/^(?: {4}|\t)/, ''))
    this.#add('code', from, { text: code.join('\n').trimEnd() })
  }

  #quote(): void {
    const from = this.#at
    while (this.#at < this.#lines.length && !BLANK.test(this.#line()) && !HEADING.test(this.#line())) this.#at++
    this.#add('quote', from)
  }

  #list(): void {
    const from = this.#at
    const ordered = LIST_ITEM.exec(this.#line())?.[1] !== undefined
    this.#passListLine()
    while (this.#at < this.#lines.length && this.#continuesList(ordered)) this.#passListLine()
    this.#add('list', from, { ordered })
  }

  /** A fence that stands in a list is passed like one line of it. */
  #passListLine(): void {
    const mark = INNER_FENCE.exec(this.#line())?.[1]
    this.#at++
    if (!mark) return
    while (this.#at < this.#lines.length && !closes(this.#line(), mark)) this.#at++
    this.#at++
  }

  #continuesList(ordered: boolean): boolean {
    const line = this.#line()
    if (BLANK.test(line)) {
      let next = this.#at
      while (next < this.#lines.length && BLANK.test(this.#lines[next] ?? '')) next++
      const after = this.#lines[next] ?? ''
      const item = LIST_ITEM.exec(after)
      const goesOn = /^(?: {2,}|\t)\S/.test(after) || (item !== null && (item[1] !== undefined) === ordered)
      if (goesOn) this.#at = next
      return goesOn
    }
    if (/^(?: {2,}|\t)/.test(line)) return true
    const item = LIST_ITEM.exec(line)
    if (item) return (item[1] !== undefined) === ordered
    return !HEADING.test(line) && !FENCE.test(line) && !/^ {0,3}>/.test(line) && !THEMATIC_BREAK.test(line)
  }

  #startsTable(): boolean {
    const next = this.#line(1)
    return this.#line().includes('|') && next.includes('-') && next.includes('|') && TABLE_RULE.test(next)
  }

  #table(): void {
    const from = this.#at
    while (this.#at < this.#lines.length && !BLANK.test(this.#line()) && !HEADING.test(this.#line())) this.#at++
    this.#add('table', from)
  }

  #comment(): void {
    while (this.#at < this.#lines.length && !this.#line().includes('-->')) this.#at++
    this.#at++
  }

  #definition(line: string): void {
    const match = DEFINITION.exec(line)
    if (match) this.#definitions.set((match[1] ?? '').toLowerCase(), match[2] ?? '')
    this.#at++
  }

  #paragraph(): void {
    const from = this.#at
    this.#at++
    while (this.#at < this.#lines.length && !this.#endsParagraph()) {
      if (SETEXT.test(this.#line())) {
        const raw = this.#lines.slice(from, this.#at).join('\n')
        this.#enter(this.#line().includes('=') ? 1 : 2, raw, raw.trim())
        this.#at++
        return
      }
      this.#at++
    }
    const isLine = this.#at === from + 1 && this.#line(-1).length <= LONGEST_LABEL
    this.#add('paragraph', from, {
      leadsIn: isLine && LIST_ITEM.test(this.#line()) && !ENDS_SENTENCE.test(this.#line(-1)),
    })
  }

  #endsParagraph(): boolean {
    const line = this.#line()
    if (BLANK.test(line) || HEADING.test(line) || FENCE.test(line) || /^ {0,3}>/.test(line)) return true
    if (SETEXT.test(line)) return false
    return LIST_ITEM.test(line) || THEMATIC_BREAK.test(line) || this.#startsTable()
  }

  /** Reference links lose their definitions when pieces part, so they become inline links first. */
  #finish(): void {
    for (const [index, piece] of this.#pieces.entries()) {
      const next = this.#pieces[index + 1]
      if (piece.form === 'paragraph' && next && next.form !== 'paragraph' && next.trail === piece.trail)
        piece.leadsIn ||= LEADS_IN.test(piece.raw.slice(-12))
      if (piece.form === 'code') continue
      if (this.#definitions.size > 0) piece.text = this.#resolveReferences(piece.text)
      if (piece.text.includes('[^')) piece.text = piece.text.replace(/\[\^[^\]\s]{1,40}\]:?/g, '')
    }
  }

  #resolveReferences(text: string): string {
    return text.replace(
      /\[([^[\]]{1,200})\](?:\[([^[\]]{0,200})\])?(?![(:[])/g,
      (whole, label: string, name?: string) => {
        const url = this.#definitions.get((name || label).toLowerCase())
        return url ? `[${label}](${url})` : whole
      },
    )
  }
}

function withoutClosingMarks(heading: string): string {
  let end = heading.length
  while (heading[end - 1] === '#') end--
  return end < heading.length && (end === 0 || heading[end - 1] === ' ') ? heading.slice(0, end).trim() : heading
}

function runLength(text: string): number {
  let length = 0
  while (length < text.length && text[length] === text[0]) length++
  return length
}

function closes(line: string, mark: string): boolean {
  const trimmed = line.trim()
  return trimmed.startsWith(mark) && trimmed.replaceAll(mark[0] ?? '`', '') === ''
}

const MARKER = /^( {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]*/

/** listItems cuts a list into its top-level items, each without its marker. */
export function listItems(list: string): string[] {
  const items: string[] = []
  // An item that starts no further left than the first one's text is nested in it.
  const nestedFrom = MARKER.exec(list)?.[0].length ?? 0
  for (const line of list.split('\n')) {
    const indent = line.length - line.trimStart().length
    if (indent < nestedFrom && LIST_ITEM.test(line)) items.push(line.replace(MARKER, ''))
    else if (items.length > 0) items[items.length - 1] += `\n${line}`
  }
  return items.map((item) => item.trim()).filter((item) => item !== '')
}
