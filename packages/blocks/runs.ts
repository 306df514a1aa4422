// Inline content as a flat list of runs: text with one set of marks and at most one link. Shared by both Markdown directions;
// without colours, which Markdown doesn't have.

import { type Inline, type InlinePoint, isInlinePoint, isRecord, type StyledText, type Styles } from './model.ts'
import { inlineText, oneLine } from './text.ts'

/** Marks that may be nested, in this order; code and formulas contain no other mark. */
export const NESTING_MARKS = [
  'bold',
  'italic',
  'strike',
  'underline',
  'subscript',
  'superscript',
  'highlight',
  'keyboard',
] as const
const MARKS = [...NESTING_MARKS, 'code', 'math'] as const
export type TextMark = (typeof MARKS)[number]

/** `point` is an anchor or an unknown tag between characters; its text is empty. */
export type TextRun = { text: string; marks: ReadonlySet<TextMark>; href?: string; title?: string; point?: InlinePoint }

export const NO_MARKS: ReadonlySet<TextMark> = new Set()

/** Any inline content as runs; an unknown item by its text. */
export function runsOf(content: unknown): TextRun[] {
  if (typeof content === 'string') return tidyRuns([{ text: content, marks: NO_MARKS }])
  if (!Array.isArray(content)) return []
  return tidyRuns(content.flatMap((item) => runsOfItem(item)))
}

/** Runs as the editor's inline items. */
export function itemsOf(runs: TextRun[]): Inline[] {
  const items: Inline[] = []
  for (const run of runs) {
    if (run.point) {
      items.push(run.point)
      continue
    }
    const text: StyledText = { type: 'text', text: run.text, styles: stylesOf(run.marks) }
    const last = items.at(-1)
    if (run.href === undefined) items.push(text)
    else if (last?.type === 'link' && last.href === run.href && last.title === run.title) last.content.push(text)
    else items.push({ type: 'link', href: run.href, content: [text], ...(run.title && { title: run.title }) })
  }
  return items
}

/**
 * Normalises content so that Markdown can express it: no marks on leading or trailing spaces, none of those at the edges of
 * the whole, equal neighbours joined.
 */
export function tidyRuns(runs: TextRun[]): TextRun[] {
  const joined = joinRuns(runs)
  // Most text has no marks, and checking each took a tenth of reading a page.
  if (joined.every(({ marks }) => marks.size === 0)) return trimEdges(joined)
  return trimEdges(joinRuns(MARKS.reduce(unmarkOuterBlanks, joined)))
}

/** Both runs belong to one link, or to none. */
export function sameLink(a: TextRun, b: TextRun): boolean {
  return a.href === b.href && a.title === b.title
}

function runsOfItem(item: unknown): TextRun[] {
  if (!isRecord(item)) return []
  if (isInlinePoint(item)) return [{ text: '', marks: NO_MARKS, point: item }]
  if (item.type !== 'link') return [{ text: inlineText(item), marks: marksOf(item.styles) }]
  const content = typeof item.content === 'string' ? [{ type: 'text', text: item.content }] : item.content
  const title = typeof item.title === 'string' && item.title.trim() !== '' ? oneLine(item.title) : undefined
  const inner = Array.isArray(content) ? content.flatMap((part) => runsOfItem(part)) : []
  if (typeof item.href !== 'string') return inner
  const { href } = item
  return inner.map((run) => (run.point ? run : { text: run.text, marks: run.marks, href, ...(title && { title }) }))
}

function marksOf(styles: unknown): ReadonlySet<TextMark> {
  if (!isRecord(styles)) return NO_MARKS
  const marks = MARKS.filter((mark) => styles[mark] === true)
  return marks.length === 0 ? NO_MARKS : new Set(marks)
}

function stylesOf(marks: ReadonlySet<TextMark>): Styles {
  const styles: Styles = {}
  for (const mark of MARKS) if (marks.has(mark)) styles[mark] = true
  return styles
}

function joinRuns(runs: TextRun[]): TextRun[] {
  const joined: TextRun[] = []
  for (const run of runs) {
    if (run.text === '' && !run.point) continue
    const last = joined.at(-1)
    if (last && !last.point && !run.point && sameLink(last, run) && sameMarks(last.marks, run.marks)) {
      joined[joined.length - 1] = { ...last, text: last.text + run.text }
    } else {
      joined.push(run)
    }
  }
  return joined
}

function sameMarks(a: ReadonlySet<TextMark>, b: ReadonlySet<TextMark>): boolean {
  return a === b || (a.size === b.size && a.isSubsetOf(b))
}

// "**a **b" isn't bold in Markdown. Spaces in code are part of it.
function unmarkOuterBlanks(runs: TextRun[], mark: TextMark): TextRun[] {
  if (mark === 'code' || !runs.some((run) => run.marks.has(mark))) return runs
  const result: TextRun[] = []
  for (let index = 0; index < runs.length; ) {
    const run = runs[index]!
    if (!run.marks.has(mark)) {
      result.push(run)
      index++
      continue
    }
    let end = index
    while (end < runs.length && runs[end]!.marks.has(mark)) end++
    result.push(...trimSpan(runs.slice(index, end), mark))
    index = end
  }
  return result
}

function trimSpan(span: TextRun[], mark: TextMark): TextRun[] {
  const without = (run: TextRun, text: string): TextRun => ({
    ...run,
    text,
    marks: run.marks.difference(new Set([mark])),
  })
  const head: TextRun[] = []
  const tail: TextRun[] = []
  let inner = span
  for (let first = inner[0]; first && !first.point && !first.marks.has('code'); first = inner[0]) {
    const rest = first.text.replace(/^\s+/u, '')
    if (rest.length < first.text.length) head.push(without(first, first.text.slice(0, first.text.length - rest.length)))
    inner = rest === '' ? inner.slice(1) : [{ ...first, text: rest }, ...inner.slice(1)]
    if (rest !== '') break
  }
  for (let last = inner.at(-1); last && !last.point && !last.marks.has('code'); last = inner.at(-1)) {
    const rest = last.text.trimEnd()
    if (rest.length < last.text.length) tail.unshift(without(last, last.text.slice(rest.length)))
    inner = rest === '' ? inner.slice(0, -1) : [...inner.slice(0, -1), { ...last, text: rest }]
    if (rest !== '') break
  }
  return [...head, ...inner, ...tail]
}

function trimEdges(runs: TextRun[]): TextRun[] {
  let trimmed = runs
  for (let first = trimmed[0]; first && !first.marks.has('code'); first = trimmed[0]) {
    const text = first.text.replace(/^[ \t\r\n]+/, '')
    if (text === first.text) break
    trimmed = text === '' ? trimmed.slice(1) : [{ ...first, text }, ...trimmed.slice(1)]
  }
  for (let last = trimmed.at(-1); last && !last.marks.has('code'); last = trimmed.at(-1)) {
    const text = trimBlankEnd(last.text)
    if (text === last.text) break
    trimmed = text === '' ? trimmed.slice(0, -1) : [...trimmed.slice(0, -1), { ...last, text }]
  }
  return trimmed
}

// A regular expression for trailing spaces would try every space in the middle first.
function trimBlankEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\r\n'.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
