// Reads a source line by line and loses no record: every line ends in an item, in the item before it, or is a mark of the
// shape (a rule, a mail's head, a commit's author). Linear in the length of the text.

import { oneLine } from '#blocks/text.ts'
import type { Item, ItemForm, SourceText } from '../contract.ts'
import { splitSentences } from '../text/sentences.ts'
import { markCommands } from './commands.ts'
import { isSourceFile, readComments } from './comments.ts'
import { headingOf } from './headings.ts'
import { markLabels } from './labels.ts'
import { type Line, linesOf } from './lines.ts'
import { messageAt } from './message-heads.ts'
import { bodyOf, isPage, type Message, readMessages, withoutSignature } from './messages.ts'
import { withoutPages } from './pages.ts'
import * as is from './patterns.ts'
import { bareKey, COMMIT_TYPES, headOf, isAskedAbove, type Shape, shapeOf } from './shape.ts'

/** readItems gives the items of a source in their order. */
export function readItems(source: SourceText): Item[] {
  if (isSourceFile(source.text)) return readComments(source)
  const lines = withoutSignature(withoutPages(linesOf(source.text)))
  const reader = new Reader(source, lines)
  return markCommands(markLabels(reader.read()))
}

class Reader {
  readonly #source: SourceText
  readonly #lines: Line[]
  readonly #shape: Shape
  readonly #items: Item[] = []
  readonly #headings: { level: number; text: string }[] = []
  #messages: Message[] = []
  #paragraph: Line[] = []
  #code: { lines: string[]; language: string; fenced: boolean } | undefined
  #group = 0
  /** What the line before belongs to, so that an indented one can follow it. */
  #above: Line | undefined
  /** The number of the last entry of a list. */
  #count = 0
  #last: 'list' | 'row' | 'pair' | 'prose' | 'blank' | 'record' = 'blank'

  constructor(source: SourceText, lines: Line[]) {
    this.#source = source
    this.#lines = lines
    this.#shape = shapeOf(lines)
  }

  read(): Item[] {
    for (let at = 0; at < this.#lines.length; at++) this.#line(this.#lines[at]!, this.#lines[at + 1])
    this.#endMessages()
    this.#endCode()
    return this.#items
  }

  #line(line: Line, next: Line | undefined): void {
    if (line.block) this.#block(line)
    else if (line.code) this.#fenced(line)
    else {
      this.#endCode(line)
      if (line.text === '') this.#blank(line)
      else if (!this.#message(line, next)) this.#content(line, next)
    }
  }

  #content(line: Line, next: Line | undefined): void {
    const message = this.#messages.at(-1)
    const isOver =
      is.HEADING.test(line.text) ||
      (message?.ofLines && (is.ASIDE.test(line.text) || (this.#last === 'blank' && line.indent === 0)))
    if (message && !isOver) {
      message.lines.push(line)
      this.#last = 'prose'
      return
    }
    if (message) this.#endMessages()
    if (this.#mark(line, next) || this.#record(line) || this.#listed(line) || this.#indentedCode(line)) return
    if (this.#shape.asksByLine && isAskedAbove(line, next)) {
      this.#endParagraph()
      this.#group++
      this.#put('question', line, line.text)
      // What follows a question without a key is its answer.
    } else if (this.#items.at(-1)?.form === 'question') this.#put('record', line, line.text)
    else if (!this.#pair(line)) this.#prose(line)
  }

  #blank(line: Line): void {
    this.#endParagraph()
    if (this.#messages.length > 0) this.#messages.at(-1)!.lines.push(line)
    else this.#group++
    this.#last = 'blank'
  }

  // ------------------------------------------------------------ messages

  #message(line: Line, next: Line | undefined): boolean {
    const isAfterBlank = this.#last === 'blank'
    const found = messageAt(line, next, { speakers: this.#shape.speakers, open: this.#messages.at(-1), isAfterBlank })
    if (found === 'rule') this.#last = 'blank'
    else if (found !== undefined && found !== 'mark') this.#open(found)
    return found !== undefined
  }

  #open(message: Message): void {
    this.#endParagraph()
    this.#messages.push(message)
    this.#last = 'prose'
  }

  #endMessages(): void {
    this.#endParagraph()
    const messages = this.#messages
    this.#messages = []
    let said: Message[] = []
    for (const message of messages) {
      if (!isPage(message, messages)) {
        said.push(message)
        continue
      }
      this.#said(said)
      said = []
      this.#page(bodyOf(message.lines))
    }
    this.#said(said)
  }

  #said(messages: Message[]): void {
    if (messages.length === 0) return
    const items = readMessages(messages, this.#source, this.#under(), ++this.#group)
    this.#items.push(...items)
    this.#group = (items.at(-1)?.group ?? this.#group) + 1
  }

  #page(lines: Line[]): void {
    this.#group++
    this.#last = 'blank'
    for (const [at, line] of lines.entries())
      if (line.text === '') this.#blank(line)
      else this.#content(line, lines[at + 1])
    this.#endParagraph()
    this.#group++
  }

  // ------------------------------------------------------------ marks, records, lists

  #mark(line: Line, next: Line | undefined): boolean {
    if (is.RULE.test(line.text)) {
      this.#endParagraph()
      this.#group++
      this.#last = 'blank'
      return true
    }
    const above = this.#last === 'blank' ? 'blank' : this.#paragraph.length > 0 ? 'prose' : 'other'
    const { isNumberedThrough } = this.#shape
    const heading = headingOf(line, next, { above, isNumberedThrough, isCounted: this.#isCounted(line, next) })
    return heading !== undefined && this.#heading(heading.level, heading.text)
  }

  /** isCounted: the line or its neighbours begin with one `#` each. */
  #isCounted({ text }: Line, next: Line | undefined): boolean {
    const isFirst = next !== undefined && is.COUNTED.test(next.text) && this.#last === 'blank'
    return is.COUNTED.test(text) && (isFirst || this.#last === 'list')
  }

  #heading(level: number, text: string): true {
    this.#endParagraph()
    this.#group++
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop()
    this.#headings.push({ level, text: text.replace(/^\*\*(.+)\*\*$/, '$1') })
    this.#last = 'blank'
    return true
  }

  #record(line: Line): boolean {
    const { text } = line
    if (is.COMMIT.test(text) || (this.#shape.isGitLog && is.COMMIT_FIELD.test(text))) {
      this.#endParagraph()
      this.#last = 'record'
      return true
    }
    if (this.#shape.isGitLog && line.indent >= 4) return this.#put('record', line, ...labelled(text))
    if (is.ONE_LINE_COMMIT.test(text))
      return this.#put('record', line, ...labelled(text.replace(is.ONE_LINE_COMMIT, '')))
    if (COMMIT_TYPES.has(is.COMMIT_LABEL.exec(text)?.[1] ?? '')) return this.#put('record', line, ...labelled(text))
    if (this.#shape.isLog && is.LOG_LINE.test(text)) return this.#put('record', line, text)
    const [head = '', key] = is.PAIR.exec(text) ?? []
    if (key && this.#shape.questionKey === bareKey(key)) {
      this.#group++
      return this.#put('question', line, text.slice(head.length))
    }
    if (key && this.#shape.answerKey === bareKey(key)) return this.#put('record', line, text.slice(head.length))
    return false
  }

  #listed(line: Line): boolean {
    const { text } = line
    const clause = this.#shape.isNumberedThrough ? is.CLAUSE.exec(text) : null
    const bullet = is.BULLET.exec(text)?.[0]
    const number = clause?.[0] ?? is.NUMBERED.exec(text)?.[0] ?? is.COUNTED.exec(text)?.[0]
    if (!bullet && !number && this.#cells(line)) return true
    if (bullet ?? number ?? this.#shape.heads.has(headOf(text) ?? '')) {
      // A list goes on behind the end of a page, if it counts on.
      const count = bullet ? 0 : Number.parseInt(number ?? '', 10)
      const isSame = this.#last === 'list' || (this.#items.at(-1)?.form === 'step' && count === this.#count + 1)
      this.#count = count
      if (!isSame) this.#endParagraph()
      this.#put(
        !bullet && number ? 'step' : 'entry',
        line,
        text.slice((bullet ?? number ?? '').length),
        undefined,
        isSame,
      )
      // “2.1.3” is one deeper than “2.1”.
      if (clause) this.#items.at(-1)!.depth = Math.min(3, clause[2]!.split('.').length - 2)
      this.#last = 'list'
      this.#above = line
      return true
    }
    if (is.ROW.test(text) || (this.#last === 'row' && text.includes('|'))) {
      this.#endParagraph()
      if (!is.ROW_RULE.test(text)) this.#put('row', line, text, undefined, this.#last === 'row')
      this.#last = 'row'
      return true
    }
    return this.#continued(line)
  }

  /** cells: a row of a table that is written without bars around it. */
  #cells(line: Line): boolean {
    const { cells } = this.#shape
    if (!cells || line.text.split(cells.mark).length !== cells.count) return false
    const row = line.text.split(cells.mark).map((cell) => cell.trim().replaceAll('|', '\\|'))
    this.#endParagraph()
    this.#put('row', line, `| ${row.join(' | ')} |`, undefined, this.#last === 'row')
    this.#items.at(-1)!.quote = line.raw.trim()
    this.#last = 'row'
    return true
  }

  /** continued: an indented line under a list entry belongs to it, as its end or as a remark of its own. */
  #continued(line: Line): boolean {
    const before = this.#items.at(-1)
    if (this.#last !== 'list' || line.indent < 2 || !before) return false
    if (this.#goesOn(this.#above, line)) {
      before.text += ` ${line.text}`
      this.#above = line
      return true
    }
    this.#put(before.form === 'step' ? 'step' : 'entry', line, line.text, undefined, true)
    this.#items.at(-1)!.depth = Math.max(1, before.depth)
    this.#last = 'list'
    return true
  }

  #pair(line: Line): boolean {
    if (this.#goesOn(this.#paragraph.at(-1), line)) return false
    const key = is.PAIR.exec(line.text)?.[1]
    if (!key || key.split(/\s+/).length > 5 || /^https?$/i.test(key)) return false
    // A value tells. What asks something in between is prose, and its sentences are judged one by one.
    if (/[?？]/u.test(line.text)) return false
    this.#endParagraph()
    this.#put('pair', line, line.text, undefined, this.#last === 'pair')
    this.#last = 'pair'
    return true
  }

  #put(form: ItemForm, line: Line, text: string, label?: string, sameGroup = false): true {
    if (this.#paragraph.length > 0) this.#endParagraph()
    if (!sameGroup && form !== 'record') this.#group++
    const depth = form === 'entry' || form === 'step' ? Math.min(3, Math.floor(line.indent / 2)) : 0
    this.#push(form, text, line.altered ? line.raw.trim() : text, depth, label)
    if (form === 'record') this.#group++
    if (form === 'record' || form === 'question') this.#last = 'record'
    return true
  }

  // ------------------------------------------------------------ code and prose

  /** block is a callout, tabs or a formula: it is used whole or not at all. */
  #block({ raw }: Line): void {
    this.#endMessages()
    this.#endCode()
    this.#group++
    this.#push('block', raw, raw, 0)
    this.#group++
    this.#last = 'blank'
  }

  #fenced(line: Line): void {
    const text = line.raw.trim()
    const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
    const language = fence === undefined ? '' : text.slice(fence.length).trim()
    if (!this.#code?.fenced) {
      this.#endMessages()
      this.#endCode()
      this.#code = { lines: [], language, fenced: true }
    } else if (fence && language === '') this.#endCode()
    else this.#code.lines.push(line.raw)
  }

  #indentedCode(line: Line): boolean {
    const prompt = is.PROMPT.exec(line.text)?.[0]
    const isIndented = line.indent >= 4 && (this.#last === 'blank' || this.#code !== undefined)
    if (!prompt && !isIndented) return false
    this.#endParagraph()
    this.#code ??= { lines: [], language: 'sh', fenced: false }
    this.#code.lines.push(prompt ? line.text.slice(prompt.length) : line.raw.replace(/^(?: {4}|\t)/, ''))
    return true
  }

  /** endCode closes a piece of code, unless the next line goes on with it. */
  #endCode(next?: Line): void {
    if (!this.#code) return
    if (next && !this.#code.fenced && next.text !== '' && (next.indent >= 4 || is.PROMPT.test(next.text))) return
    const { lines, language } = this.#code
    this.#code = undefined
    const text = lines.join('\n').trimEnd()
    if (text.trim() === '') return
    this.#group++
    this.#push('code', text, text, 0)
    this.#items.at(-1)!.language = language
    this.#group++
  }

  #prose(line: Line): void {
    const before = this.#paragraph.at(-1)
    if (before && !this.#goesOn(before, line)) this.#endParagraph()
    this.#paragraph.push(line)
    this.#last = 'prose'
  }

  /** goesOn: the line above was broken because the next word did not fit. Any other line is a thought of its own. */
  #goesOn(above: Line | undefined, { text }: Line): boolean {
    const { width } = this.#shape
    if (!above || width === 0) return false
    const word = /^\S+/.exec(text)?.[0].length ?? 0
    return above.raw.trimEnd().length + 1 + word > width
  }

  #endParagraph(): void {
    if (this.#paragraph.length === 0) return
    const lines = this.#paragraph
    this.#paragraph = []
    this.#group++
    const isVerbatim = lines.every(({ altered, depth }) => !altered && depth === 0)
    for (const sentence of splitSentences(lines.map(({ text }) => text).join(isVerbatim ? '\n' : ' ')))
      this.#push(
        'sentence',
        sentence.includes('\n') ? oneLine(sentence) : sentence,
        isVerbatim ? sentence : lines[0]!.raw.trim(),
        0,
      )
  }

  #push(form: ItemForm, text: string, quote: string, depth: number, label?: string): void {
    if (!/[\p{L}\p{N}]/u.test(text) && form !== 'code') return
    this.#items.push({
      form,
      text: text.trim(),
      quote: quote.trim(),
      source: this.#source,
      group: this.#group,
      under: this.#under(),
      depth,
      ...(label ? { label } : {}),
    })
  }

  #under(): string[] {
    return this.#headings.map(({ text }) => text)
  }
}

/** labelled takes the type of a commit off its message. */
function labelled(text: string): [string, string | undefined] {
  const [head = '', label] = is.COMMIT_LABEL.exec(text) ?? []
  return [text.slice(head.length), label]
}
