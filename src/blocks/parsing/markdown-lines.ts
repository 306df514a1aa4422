// Facts about single lines of Markdown, and the taming of sources whose nesting would cost the parser more than they are worth.

import { replaceUnknownTags } from '../html-elements.ts'

/** isBlank: Markdown counts only spaces and tabs as blanks. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** SAFE_START: a line that starts like this, at the left margin, is text and nothing else. */
export const SAFE_START =
  /^(?:[\p{L}"'(&=]|[-+][\p{L}\p{N}]|\P{ASCII}|\d+(?![\d.)])|\*{1,2}[\p{L}\p{N}]|`[^`]|\[[^\]^])/u

/** trimBlanks drops the blanks at the end of a line; a regular expression would try those in the middle first. */
export function trimBlanks(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return text.slice(0, end)
}

const MAX_CONTAINERS_A_LINE = 50
const MAX_INDENT = 120
const DEEP = /^(?:[ \t]{40}|(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){10})/m
const CONTAINER = /[ \t]*(?:\d{1,9})?([>*+\-.)])/y
const RULE_LINE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/

/**
 * tame bounds what costs the full parser quadratic time: containers within containers, blank lines inside them, and
 * thousands of marks in one paragraph. What is too much becomes text, by a backslash, or by hiding marks, which showMarks
 * brings back; what people write is returned as it is.
 */
export function tame(source: string): string {
  const flat = tameContainers(source)
  const shallow = tameEnds(tameUnderlines(DEEP.test(flat) ? tameDepth(flat) : flat))
  return shallow.length > MAX_MARKS_A_PARAGRAPH ? tameMarks(shallow) : shallow
}

const MAX_CONTAINERS = 12
const CONTAINER_FENCE = /^[ \t>*+\-\d.)]*(:{3,})[ \t]*(\p{L})?/u

/** tameContainers: a container that opens inside as many as people never nest is text. */
export function tameContainers(source: string): string {
  if (source.split(':::', MAX_CONTAINERS + 2).length <= MAX_CONTAINERS + 1) return source
  const open: number[] = []
  const lines = source.split('\n').map((line) => {
    const [, fence, letter] = CONTAINER_FENCE.exec(line) ?? []
    if (fence === undefined) return line
    if (letter === undefined) {
      // The outermost container that it can end, with all that are inside.
      const ended = open.findIndex((size) => size <= fence.length)
      if (ended !== -1) open.length = ended
      return line
    }
    if (open.length === MAX_CONTAINERS) return line.replace(':', HIDDEN_COLON)
    open.push(fence.length)
    return line
  })
  return lines.join('\n')
}

function tameDepth(source: string): string {
  return source
    .replace(/(?:\n[ \t]*){12,}(?=\n)/g, '\n'.repeat(11))
    .split('\n')
    .map((line) => (RULE_LINE.test(line) ? line : tameLine(line)))
    .join('\n')
}

function tameLine(line: string): string {
  const text = line.trimStart()
  const indented = line.length - text.length > MAX_INDENT ? ' '.repeat(MAX_INDENT) + text : line
  CONTAINER.lastIndex = 0
  for (let count = 1; CONTAINER.test(indented); count++) {
    if (count <= MAX_CONTAINERS_A_LINE) continue
    const sign = CONTAINER.lastIndex - 1
    return `${indented.slice(0, sign)}\\${indented.slice(sign)}`
  }
  return indented
}

const MAX_UNDERLINES = 300
const UNDERLINE = /^ {0,3}(?:(=)=*|-+)[ \t]*$/

/** What looks like an underline below one of these begins something else. */
const HOLDS_TEXT = /^(?:[ \t\-+*>#|]|\d+[.)])/

/** tameUnderlines: an underlined heading costs the full parser a copy of all above it; with a # it means the same. */
function tameUnderlines(source: string): string {
  if (source.split(/\n {0,3}[=-]/, MAX_UNDERLINES + 1).length <= MAX_UNDERLINES) return source
  const lines = source.split('\n')
  let fenced = false
  for (let at = 0; at < lines.length; at++) {
    if (FENCE_LINE.test(lines[at]!)) fenced = !fenced
    const [underline, isFirst] = (fenced ? undefined : UNDERLINE.exec(lines[at + 1] ?? '')) ?? []
    const isSafe = SAFE_START.test(lines[at]!)
    if (underline === undefined || isBlank(lines[at]!) || (!isSafe && HOLDS_TEXT.test(lines[at]!))) continue
    const isAlone = at === 0 || isBlank(lines[at - 1]!)
    if (isAlone && isSafe && !/#[ \t]*$/.test(lines[at]!)) {
      lines[at] = `${isFirst ? '#' : '##'} ${lines[at]}`
      lines[at + 1] = ''
    } else lines[at + 1] = hidden(underline)
  }
  return lines.join('\n')
}

const MAX_ENDS = 2000
const QUOTE = /^[ \t>*+\-\d.)]*>/
const ITEM = /^(?:[-+*]|\d{1,9}[.)])[ \t]/
const ITEM_IN_ITEM = /^(?:(?:[-+*]|\d{1,9}[.)])[ \t]+){2}/

/** tameEnds: where a line ends quotes or items without being one, the full parser copies all that it has read before. */
function tameEnds(source: string): string {
  if (source.length < 2 * MAX_ENDS) return source
  let ends = 0
  let [wasQuote, wasItem, wasNested] = [false, false, false]
  const lines = source.split('\n').map((line) => {
    const [isQuote, isItem] = [QUOTE.test(line), ITEM.test(line)]
    if ((wasQuote && !isQuote) || ((wasNested || (wasItem && !isItem)) && /^\S/.test(line))) ends++
    ;[wasQuote, wasItem] = [isQuote, isItem]
    if (!isBlank(line)) wasNested = ITEM_IN_ITEM.test(line)
    return ends > MAX_ENDS && (isQuote || isItem) ? line.replace(/[>*+\-.)]/, hidden) : line
  })
  return ends > MAX_ENDS ? lines.join('\n') : source
}

const MAX_MARKS_A_PARAGRAPH = 1500
const MARKS_PER_CHARACTER = 0.15
const MARK = /[*_~[\]<`!&]/g
/** However far apart they are, each of these is held against those before it. */
const EMPHASIS = /[*_~]/g
const MAX_EMPHASIS = 3000
const MARKS = '*_~[]<`!&:=-\n>+.)'
/**
 * A hidden mark is a character that no text has. A backslash before each would do the same, and cost the full parser
 * quadratic time: it takes out the piece between two escapes from a list of all pieces.
 */
const FIRST_STAND_IN = 0xfdd0
const HIDDEN_COLON = '\ufdd9'
const HIDDEN_LINE_END = '\ufddc'
const STAND_IN = /[\ufdd0-\ufde0]/g
const STARTS_APART = /^[ \t]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|#)|\|/
const FENCE_LINE = /^[ \t>]*(?:`{3,}[^`]*$|~{3})/

function tameMarks(source: string): string {
  const lines = source.split('\n')
  let fenced = false
  let start = 0
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at]
    const fence = line !== undefined && FENCE_LINE.test(line)
    if (line !== undefined && !fence && !fenced && !isBlank(line) && !STARTS_APART.test(line)) continue
    if (!fenced) hideIfDense(lines, start, at)
    if (fence) fenced = !fenced
    // A line that starts a new paragraph belongs to that one.
    start = fence || fenced || line === undefined || isBlank(line) ? at + 1 : at
  }
  return lines.join('\n').replaceAll(`\n${HIDDEN_LINE_END}`, HIDDEN_LINE_END)
}

/** hideUnknownTags: neither parser takes for HTML what is none. */
export const hideUnknownTags = (source: string): string => replaceUnknownTags(source, hidden('<'))

const MAX_LINES_A_PARAGRAPH = 1000
/** A line like this is text, and goes on with the paragraph above it. */
const GOES_ON = /^(?:[\p{L}"'(&!?/,;.)@%^]|[-+=]+[^-+=\s]|\d+(?![\d.)])|\P{ASCII}|:(?!:)|\[[^\]^])/u

/** hideIfDense: each line of a paragraph also costs the full parser a copy of all that follow, so a long one becomes a single line. */
function hideIfDense(lines: string[], start: number, end: number): void {
  const paragraph = lines.slice(start, end)
  const isHidden = isDense(paragraph) || leavesBracketOpen(paragraph)
  const marks = isHidden ? MARK : countIn(paragraph, EMPHASIS) > MAX_EMPHASIS ? EMPHASIS : undefined
  if (marks) for (let at = start; at < end; at++) lines[at] = lines[at]!.replace(marks, hidden)
  if (paragraph.length <= MAX_LINES_A_PARAGRAPH) return
  const goesOn = paragraph.map((line, nth) => GOES_ON.test(lines[start + nth]!) && !/[ \t\\`]$/.test(line))
  for (let nth = 1; nth < goesOn.length; nth++)
    if (goesOn[nth - 1] && GOES_ON.test(lines[start + nth]!)) lines[start + nth] = HIDDEN_LINE_END + lines[start + nth]
}

const hidden = (marks: string): string =>
  marks.replace(/\S/g, (mark) => String.fromCharCode(FIRST_STAND_IN + MARKS.indexOf(mark)))

/** showMarks brings back the marks that tame has hidden, in a tree of plain values. */
export function showMarks<T>(value: T): T {
  if (typeof value === 'string')
    return value.replace(STAND_IN, (sign) => MARKS[sign.charCodeAt(0) - FIRST_STAND_IN]!) as T
  if (typeof value !== 'object' || value === null) return value
  for (const [key, part] of Object.entries(value)) (value as Record<string, unknown>)[key] = showMarks(part)
  return value
}

const LONGEST_LABEL = 5_000

/** leavesBracketOpen: at every word after an open bracket the full parser looks back to it. */
function leavesBracketOpen(lines: string[]): boolean {
  const text = lines.join('\n')
  if (text.length <= LONGEST_LABEL) return false
  let open = 0
  let since = 0
  for (const { 0: sign, index } of text.matchAll(/[[\]]/g)) {
    if (open > 0 && index - since > LONGEST_LABEL) return true
    if (sign === '[' && open++ === 0) since = index
    if (sign === ']' && open > 0) open--
  }
  return open > 0 && text.length - since > LONGEST_LABEL
}

function isDense(lines: string[]): boolean {
  const length = lines.reduce((sum, line) => sum + line.length, 0)
  if (length <= MAX_MARKS_A_PARAGRAPH) return false
  const marks = countIn(lines, MARK)
  return marks > MAX_MARKS_A_PARAGRAPH && marks / length >= MARKS_PER_CHARACTER
}

const countIn = (lines: string[], marks: RegExp): number =>
  lines.reduce((sum, line) => sum + (line.match(marks)?.length ?? 0), 0)
