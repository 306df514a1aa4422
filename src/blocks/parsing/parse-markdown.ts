// Markdown → syntax tree. Plain text (headings, fenced code, simple paragraphs, tight lists and tables) is recognised here and
// not passed to the full parser, micromark: bench cases create and update take 40 % less CPU, an import 55 % less
// (docs/speed.md), and the cost is linear. Both parsers give the same result, which parse-markdown.test.ts checks:
// anything not certainly plain goes to the full parser, up to where it certainly ends.

import type { AlignType, Heading, List, PhrasingContent, Root, RootContent, Table, TableRow } from 'mdast'
import { fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Extension } from 'micromark-util-types'
import { containerSyntax, containerTree } from '../syntax/container.ts'
import { dataSyntax } from '../syntax/data.ts'
import { emojiSyntax, emojiTree } from '../syntax/emoji.ts'
import { mathSyntax, mathTree } from '../syntax/math.ts'
import type { Container } from '../syntax/nodes.ts'
import { hideUnknownTags, isBlank, SAFE_START, showMarks, tame, tameContainers, trimBlanks } from './markdown-lines.ts'
import { isItemLine, parsePlainList } from './parse-plain-list.ts'
import { parsePlainText } from './parse-plain-text.ts'

const syntax = [gfm(), containerSyntax, mathSyntax, emojiSyntax, dataSyntax]
// Bare addresses become links during tokenization. The extension's second search, through the finished text, would
// also find those that someone escaped, and so undo what to-markdown.ts wrote.
const treeExtensions = [
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  containerTree,
  mathTree,
  emojiTree,
]

/** Parses with micromark. */
export function parseFully(source: string): RootContent[] {
  const hidden = hideUnknownTags(source)
  const tree = parseTamed(hidden, syntax, treeExtensions)
  return (hidden === source ? tree : showMarks(tree)).children
}

function parseTamed(source: string, extensions: Extension[], mdastExtensions: TreeExtension[]): Root {
  const tamed = tame(source)
  const tree = fromMarkdown(tamed, { extensions, mdastExtensions })
  return tamed === source ? tree : showMarks(tree)
}

/** parseFully with additional syntax, whose nodes the caller replaces. */
export const parseExtended = (source: string, more: Extension, moreTree: TreeExtension[]): Root =>
  parseTamed(source, [...syntax, more], [...treeExtensions, ...moreTree])

/** Expects line feeds as line ends. */
export const parseMarkdown = (source: string): Root => parsePlainMarkdown(source, Number.POSITIVE_INFINITY)!

/**
 * For the event loop: undefined if more than this many characters need the full parser,
 * whose cost depends on the text's shape.
 */
export function parsePlainMarkdown(given: string, most: number): Root | undefined {
  const source = tameContainers(hideUnknownTags(given))
  const tree = parseAnyway(source, most)
  return source === given ? tree : showMarks(tree)
}

function parseAnyway(source: string, most: number): Root | undefined {
  const budget: Budget = { left: most, mayDefine: source.includes(']:'), isWhole: source.includes('\0') }
  const children = budget.isWhole ? undefined : parseLines(source.split('\n'), budget)
  if (children) return { type: 'root', children }
  return budget.isWhole && source.length <= most ? { type: 'root', children: parseFully(source) } : undefined
}

/** `isWhole` is set while reading if parts can't be parsed separately. */
type Budget = { left: number; mayDefine: boolean; isWhole: boolean }

function parseLines(lines: string[], budget: Budget): RootContent[] | undefined {
  const children: RootContent[] = []
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at]!)) {
      at++
      continue
    }
    const container = parseContainer(lines, at, budget)
    if (container === 'too much') return undefined
    const plain = container ?? parsePlainBlock(lines, at)
    const end = plain?.end ?? endOfDoubt(lines, at)
    if (budget.mayDefine && !container && !isVerbatim(plain) && definesLabel(lines, at, end)) {
      budget.isWhole = true
      return undefined
    }
    if (plain?.nodes) {
      placeLines(plain.nodes, at, plain.end)
      for (const node of plain.nodes) children.push(node)
      at = plain.end
      continue
    }
    const doubtful = lines.slice(at, end).join('\n')
    budget.left -= doubtful.length
    if (budget.left < 0) return undefined
    for (const node of parseFully(doubtful)) {
      moveLines(node, at)
      children.push(node)
    }
    at = end
  }
  return children
}

/** Sets nodes' line positions, counted from 1; inside a container from its start. */
function placeLines(nodes: RootContent[], at: number, end: number): void {
  for (const node of nodes) {
    node.position = { start: { line: at + 1, column: 1 }, end: { line: end, column: 1 } }
    // Each line of a plain list is an entry, of some depth.
    if (node.type === 'list') placeEntries(node, at + 1)
  }
}

function placeEntries(list: List, first: number): number {
  let line = first
  for (const item of list.children) {
    const start = line++
    for (const child of item.children) if (child.type === 'list') line = placeEntries(child, line)
    item.position = { start: { line: start, column: 1 }, end: { line: line - 1, column: 1 } }
  }
  return line
}

/** Offsets the lines of a part that the full parser read. */
function moveLines(node: RootContent, by: number): void {
  for (const { position } of node.type === 'list' ? [node, ...node.children] : [node])
    if (position) {
      position.start.line += by
      position.end.line += by
    }
}

const CONTAINER = /^(:{3,})[ \t]*(\p{L}.*)$/u

/** Finds the closing fence by its line alone, as the full parser does, and parses the content separately. */
function parseContainer(lines: string[], at: number, budget: Budget): Plain | 'too much' | undefined {
  if (!lines[at]!.startsWith(':::')) return undefined
  const [, fence, info] = CONTAINER.exec(lines[at]!) ?? []
  if (fence === undefined || info === undefined) return undefined
  const closing = new RegExp(`^ {0,3}:{${fence.length},}[ \\t]*$`)
  let end = at + 1
  while (end < lines.length && !closing.test(lines[end]!)) end++
  // The last line inside has a line end, too.
  const inner = [...lines.slice(at + 1, end), ...(end < lines.length ? [''] : [])]
  const children = parseLines(inner, budget) as Container['children'] | undefined
  return children ? { nodes: [{ type: 'container', info: info.trim(), children }], end: end + 1 } : 'too much'
}

const isVerbatim = (plain: Plain | undefined): boolean =>
  plain?.nodes?.some(({ type }) => type === 'code' || type === 'math') ?? false

/** Link and footnote definitions affect the whole document, so parts can't be parsed separately. */
function definesLabel(lines: string[], from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (OPENS_LABEL.test(lines[at]!)) return true
  return false
}

/** A definition's label has no brackets and may span lines. */
const OPENS_LABEL = /^[\s>*+\-\d.)]*\[(?:[^\]\\]|\\.)*(?:\]:|\\?$)/

const FENCE = /^(`{3,}|~{3,})([^\s`~\\&\0]*)((?: +[^\s`~\\&\0]+)*)[ \t]*$/
const HEADING = /^(#{1,6}) +(\S.*)$/
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/

const MATH_FENCE = /^\$\$[ \t]*$/

/** A parsed part; without nodes only its end is known. */
type Plain = { nodes?: RootContent[]; end: number }

function parsePlainBlock(lines: string[], at: number): Plain | undefined {
  const line = lines[at]!
  if (RULE.test(line)) return { nodes: [{ type: 'thematicBreak' }], end: at + 1 }
  const heading = parseHeading(line)
  if (heading) return { nodes: [heading], end: at + 1 }
  if (FENCE.test(line)) return parseFence(lines, at)
  if (MATH_FENCE.test(line)) return parseMath(lines, at)
  if (isItemLine(line)) return parsePlainList(lines, at)
  if (line.startsWith('|')) return parsePlainTable(lines, at)
  return SAFE_START.test(line) ? parseParagraph(lines, at) : undefined
}

function parseHeading(line: string): Heading | undefined {
  const [, marks, text] = HEADING.exec(line) ?? []
  if (marks === undefined || text === undefined) return undefined
  const trimmed = trimBlanks(text)
  const children = trimmed.endsWith('#') ? undefined : parsePlainText(trimmed)
  return children && { type: 'heading', depth: marks.length as 1 | 2 | 3 | 4 | 5 | 6, children }
}

function parseFence(lines: string[], at: number): Plain | undefined {
  const [, fence, language, meta] = FENCE.exec(lines[at]!)!
  const closing = new RegExp(`^ {0,3}${fence![0]}{${fence!.length},}[ \\t]*$`)
  for (let end = at + 1; end < lines.length; end++) {
    if (!closing.test(lines[end]!)) continue
    const value = lines.slice(at + 1, end).join('\n')
    const [lang, rest] = language === '' && meta ? splitInfo(meta) : [language, meta?.trim()]
    return { nodes: [{ type: 'code', lang: lang || null, meta: rest || null, value }], end: end + 1 }
  }
  return undefined
}

function parseMath(lines: string[], at: number): Plain | undefined {
  let end = at + 1
  while (end < lines.length && !/^ {0,3}\$\$[ \t]*$/.test(lines[end]!)) end++
  if (end === lines.length) return undefined
  return { nodes: [{ type: 'math', value: lines.slice(at + 1, end).join('\n') }], end: end + 1 }
}

/** Splits a fence's info into language and meta; leading blanks are ignored. */
function splitInfo(info: string): [string, string] {
  const [lang = '', ...rest] = info.trim().split(/( +)/)
  return [lang, rest.join('').trim()]
}

const UNDERLINE = /^(?:=+|-+)[ \t]*$/

/** A paragraph, or an underlined heading. */
function parseParagraph(lines: string[], at: number): Plain | undefined {
  let end = at + 1
  while (end < lines.length && SAFE_START.test(lines[end]!) && !UNDERLINE.test(lines[end]!)) end++
  const isHeading = end < lines.length && UNDERLINE.test(lines[end]!)
  if (!isHeading && !endsParagraph(lines[end])) return undefined
  const after = isHeading ? end + 1 : end
  const children = parsePhrase(lines.slice(at, end))
  if (!children) return { end: after }
  const depth = isHeading && lines[end]!.startsWith('=') ? 1 : 2
  return { nodes: [isHeading ? { type: 'heading', depth, children } : { type: 'paragraph', children }], end: after }
}

function parsePhrase(lines: string[]): PhrasingContent[] | undefined {
  const last = lines.length - 1
  // Blanks before a line end may be a line break.
  const mayBreak = lines.some((line, index) => index < last && line.endsWith(' '))
  return mayBreak ? undefined : parsePlainText(lines.with(last, trimBlanks(lines[last]!)).join('\n'))
}

function endsParagraph(line: string | undefined): boolean {
  return (
    line === undefined ||
    isBlank(line) ||
    HEADING.test(line) ||
    FENCE.test(line) ||
    /^[-*+] \p{L}/u.test(line) ||
    CONTAINER.test(line)
  )
}

/** The next line at which a new block certainly starts, after a part for the full parser. */
function endOfDoubt(lines: string[], start: number): number {
  let open: { indent: number; fence: string } | undefined
  let htmlEnd: RegExp | undefined
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]!
    const isApart = !open && (at === start || isBlank(lines[at - 1]!))
    // Unindented after a blank line, only open HTML can contain HTML.
    if (isApart) htmlEnd ??= LONG_HTML.find(([begins]) => begins.test(line))?.[1]
    if (htmlEnd) {
      if (htmlEnd.test(line)) htmlEnd = undefined
      continue
    }
    if (at > start && isApart && startsAnew(line)) return at
    // An indented container may hold text at the left margin, and one that ends a paragraph holds what follows.
    if (/^ {0,3}:{3}/.test(line)) return lines.length
    // These kinds of HTML continue across blank lines until their end.
    if (UNENDING_HTML.test(withoutComments(line))) return lines.length
    const [, before, fence, after] = ANY_FENCE.exec(line) ?? []
    if (before === undefined || fence === undefined || after === undefined) continue
    if (fence.startsWith('$')) return lines.length
    if (!open) {
      if (!fence.startsWith('`') || !after.includes('`')) open = { indent: before.length, fence }
    } else if (before.length !== open.indent || !isBlank(after)) {
      // Either one of the two is not a fence, or one is inside the other: only the full parser can tell.
      return lines.length
    } else if (fence[0] === open.fence[0] && fence.length >= open.fence.length) {
      open = undefined
    }
  }
  return lines.length
}

/** Removes comments that end on their line; by indexOf, as a pattern would be quadratic. */
function withoutComments(line: string): string {
  let bare = ''
  let at = 0
  for (;;) {
    const start = line.indexOf('<!--', at)
    const end = start === -1 ? -1 : line.indexOf('-->', start + 4)
    if (end === -1) return bare + line.slice(at)
    bare += line.slice(at, start)
    at = end + 3
  }
}

// After a blank line, these at the left margin end every container.
function startsAnew(line: string): boolean {
  return (
    SAFE_START.test(line) ||
    line.startsWith('>') ||
    HEADING.test(line) ||
    FENCE.test(line) ||
    RULE.test(line) ||
    CONTAINER.test(line)
  )
}

const UNENDING_HTML = /^[\s>*+\-\d.)]*<(?:[!?]|script|pre|style|textarea)/i
/** Starts of such HTML, with its ends. */
const LONG_HTML: [RegExp, RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
]
const ANY_FENCE = /^([ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,}|\$\$[ \t]*$)(.*)$/s

/**
 * Reads tables whose every line starts and ends with a pipe and whose cells hold simple text. Anything else returns undefined,
 * and the full parser reads the table.
 */
function parsePlainTable(lines: string[], start: number): { nodes: Table[]; end: number } | undefined {
  const head = cellsOf(lines[start])
  const rule = cellsOf(lines[start + 1])
  if (!head || !rule || head.length !== rule.length || !rule.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const rows: TableRow[] = []
  let end = start
  for (; end < lines.length && !isBlank(lines[end]!); end++) {
    if (end === start + 1) continue
    const row = rowOf(lines[end])
    if (!row) return undefined
    rows.push(row)
  }
  return { nodes: [{ type: 'table', align: rule.map(alignment), children: rows }], end }
}

function cellsOf(line: string | undefined): string[] | undefined {
  const text = line === undefined ? '' : trimBlanks(line)
  // An escaped pipe is no border, and the parser treats other backslashes near one specially.
  if (text.length < 3 || !text.startsWith('|') || !text.endsWith('|') || text.includes('\\')) return undefined
  return text.slice(1, -1).split('|').map(trimCell)
}

function trimCell(cell: string): string {
  return trimBlanks(cell.replace(/^[ \t]+/, ''))
}

function rowOf(line: string | undefined): TableRow | undefined {
  const row: TableRow = { type: 'tableRow', children: [] }
  for (const cell of cellsOf(line) ?? []) {
    const children = parsePlainText(cell)
    if (!children) return undefined
    row.children.push({ type: 'tableCell', children })
  }
  return row.children.length === 0 ? undefined : row
}

function alignment(rule: string): AlignType {
  if (rule.startsWith(':')) return rule.endsWith(':') ? 'center' : 'left'
  return rule.endsWith(':') ? 'right' : null
}
