// Facts about single lines of Markdown, and limits on sources whose nesting would make the full parser slow.

import { replaceUnknownTags } from '../html-elements.ts'

/** Only spaces and tabs count as blank in Markdown. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** An unindented line with this start is certainly plain text. */
export const SAFE_START =
  /^(?:[\p{L}"'(&=]|[-+][\p{L}\p{N}]|\P{ASCII}|\d+(?![\d.)])|\*{1,2}[\p{L}\p{N}]|`[^`]|\[[^\]^])/u

/** Trims trailing blanks; a regular expression would backtrack on inner ones. */
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
 * Limits what costs the full parser quadratic time: nested containers, blank lines inside them, and
 * thousands of marks in one paragraph. Excess becomes text, by a backslash or by hiding marks, which showMarks
 * restores; ordinary sources are returned unchanged.
 */
export function tame(source: string): string {
  const flat = tameContainers(source)
  const shallow = tameEnds(tameUnderlines(DEEP.test(flat) ? tameDepth(flat) : flat))
  return shallow.length > MAX_MARKS_A_PARAGRAPH ? tameMarks(shallow) : shallow
}

const MAX_CONTAINERS = 12
const CONTAINER_FENCE = /^[ \t>*+\-\d.)]*(:{3,})[ \t]*(\p{L})?/u

/** Containers nested deeper than anyone writes become text. */
export function tameContainers(source: string): string {
  if (source.split(':::', MAX_CONTAINERS + 2).length <= MAX_CONTAINERS + 1) return source
  const open: number[] = []
  const lines = source.split('\n').map((line) => {
    const [, fence, letter] = CONTAINER_FENCE.exec(line) ?? []
    if (fence === undefined) return line
    if (letter === undefined) {
      // Ends the outermost container that it can, with those inside.
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

/** Lines below which `---` or `===` isn't a heading's underline. */
const HOLDS_TEXT = /^(?:[ \t\-+*>#|]|\d+[.)])/

/** Rewrites underlined headings with `#`: underlined ones make the full parser copy everything above. */
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

/** Lines that end quotes or items implicitly make the full parser copy everything before. */
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
/** Marks that the full parser compares with all earlier ones. */
const EMPHASIS = /[*_~]/g
const MAX_EMPHASIS = 3000
const MARKS = '*_~[]<`!&:=-\n>+.)'
/**
 * Hidden marks are private-use characters. Backslashes would do the same, but cost the full parser
 * quadratic time: each escape splices a list of all pieces.
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

/** Hides tags that aren't HTML elements from both parsers. */
export const hideUnknownTags = (source: string): string => replaceUnknownTags(source, hidden('<'))

const MAX_LINES_A_PARAGRAPH = 1000
/** Such a line is text and continues the paragraph above. */
const GOES_ON = /^(?:[\p{L}"'(&!?/,;.)@%^]|[-+=]+[^-+=\s]|\d+(?![\d.)])|\P{ASCII}|:(?!:)|\[[^\]^])/u

/** Also joins long paragraphs into one line: each line costs the full parser a copy of the rest. */
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

/** Restores hidden marks in a tree. */
export function showMarks<T>(value: T): T {
  if (typeof value === 'string')
    return value.replace(STAND_IN, (sign) => MARKS[sign.charCodeAt(0) - FIRST_STAND_IN]!) as T
  if (typeof value !== 'object' || value === null) return value
  for (const [key, part] of Object.entries(value)) (value as Record<string, unknown>)[key] = showMarks(part)
  return value
}

const LONGEST_LABEL = 5_000

/** An open bracket makes the full parser look back from every following word. */
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
