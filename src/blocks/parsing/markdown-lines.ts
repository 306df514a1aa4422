// Facts about single lines of Markdown, and the taming of sources whose nesting would cost the parser more than they are worth.

/** isBlank: Markdown counts only spaces and tabs as blanks. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** SAFE_START: a line that starts like this, at the left margin, is text and nothing else. */
export const SAFE_START = /^(?:[\p{L}"'(]|\P{ASCII}|\d+(?![\d.)])|\*{1,2}[\p{L}\p{N}]|`[^`]|\[[^\]^])/u

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
 * thousands of marks in one paragraph. What is too much becomes text by backslashes; what people write is returned as it is.
 */
export function tame(source: string): string {
  const shallow = DEEP.test(source) ? tameDepth(source) : source
  return shallow.length > MAX_MARKS_A_PARAGRAPH ? tameMarks(shallow) : shallow
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
  const kept = line.length - text.length > MAX_INDENT ? ' '.repeat(MAX_INDENT) + text : line
  CONTAINER.lastIndex = 0
  for (let count = 1; CONTAINER.test(kept); count++) {
    if (count <= MAX_CONTAINERS_A_LINE) continue
    const sign = CONTAINER.lastIndex - 1
    return `${kept.slice(0, sign)}\\${kept.slice(sign)}`
  }
  return kept
}

const MAX_MARKS_A_PARAGRAPH = 1500
const MARKS_PER_CHARACTER = 0.15
const MARK = /[*_~[\]<`!&]/g
const STARTS_APART = /^[ \t]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|#)|\|/
const FENCE_LINE = /^[ \t>]*(?:`{3}|~{3})/

function tameMarks(source: string): string {
  const lines = source.split('\n')
  let fenced = false
  let start = 0
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at]
    const fence = line !== undefined && FENCE_LINE.test(line)
    if (line !== undefined && !fence && !fenced && !isBlank(line) && !STARTS_APART.test(line)) continue
    if (!fenced) escapeIfDense(lines, start, at)
    if (fence) fenced = !fenced
    // A line that starts a new paragraph belongs to that one.
    start = fence || fenced || line === undefined || isBlank(line) ? at + 1 : at
  }
  return lines.join('\n')
}

function escapeIfDense(lines: string[], start: number, end: number): void {
  let marks = 0
  let length = 0
  for (let at = start; at < end; at++) {
    marks += lines[at]!.match(MARK)?.length ?? 0
    length += lines[at]!.length
  }
  if (marks <= MAX_MARKS_A_PARAGRAPH || marks / length < MARKS_PER_CHARACTER) return
  for (let at = start; at < end; at++) lines[at] = lines[at]!.replace(MARK, '\\$&')
}
