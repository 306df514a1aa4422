// Runs of text → Markdown's inline nodes. Styles without Markdown syntax are written as tags, which GitHub shows too.

import { splitAtReferences } from 'galley-blocks/footnotes.ts'
import type { InlinePoint } from 'galley-blocks/model.ts'
import { NESTING_MARKS, sameLink, type TextMark, type TextRun } from 'galley-blocks/runs.ts'
import { oneLine } from 'galley-blocks/text.ts'
import { safeUrl } from 'galley-blocks/urls.ts'
import type { PhrasingContent } from 'mdast'
import { plainMarkdown } from './to-markdown-plain.ts'

/** Headings and table cells are a single line, so a line break becomes <br> there. */
type TextFlow = 'paragraph' | 'line'

type NestingMark = (typeof NESTING_MARKS)[number]
const TAGS = { underline: 'u', subscript: 'sub', superscript: 'sup', highlight: 'mark', keyboard: 'kbd' } as const

const SHORT_FORM = /^(?:https?:[^\s|\\]*|mailto:[\w.+-]+@[a-z\d]+(?:[.-][a-z\d]+)*)$/i

export function phrasingOf(runs: TextRun[], footnotes: ReadonlySet<string>, flow: TextFlow): PhrasingContent[] {
  const plain = plainMarkdown(runs)
  // The serialiser writes HTML nodes verbatim, so finished Markdown is passed as one.
  if (plain !== undefined) return [{ type: 'html', value: plain }]
  return nest(runs.map(withSafeLink), { footnotes, flow, inLink: false })
}

type Context = { footnotes: ReadonlySet<string>; flow: TextFlow; inLink: boolean }

// Validated content has only safe links; unsafe ones from elsewhere become text.
function withSafeLink(run: TextRun): TextRun {
  if (run.href === undefined) return run
  const href = safeUrl(run.href)
  return href === undefined ? { text: `${run.text} (${run.href})`, marks: run.marks } : { ...run, href }
}

function nest(runs: TextRun[], context: Context): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  for (let index = 0; index < runs.length; ) {
    const outer = outermost(runs, index)
    if (outer === undefined) {
      // Not push(...): a text may have more lines than a call may have arguments.
      for (const node of leaf(runs[index]!, context, index > 0)) nodes.push(node)
      index++
      continue
    }
    const span = runs.slice(index, outer.end)
    nodes.push(...(outer.mark === 'link' ? linkOf(span, context) : marked(span, outer.mark, context)))
    index = outer.end
  }
  return nodes
}

/** The style or link that starts here and reaches farthest; a style never splits a link. */
function outermost(runs: TextRun[], start: number): { mark: NestingMark | 'link'; end: number } | undefined {
  const run = runs[start]!
  const linkEnd = run.href === undefined ? start : spanEnd(runs, start, (next) => sameLink(next, run))
  let best: { mark: NestingMark | 'link'; end: number } | undefined
  if (linkEnd > start) best = { mark: 'link', end: linkEnd }
  for (const mark of NESTING_MARKS) {
    if (!run.marks.has(mark)) continue
    let end = spanEnd(runs, start, (next) => next.marks.has(mark))
    while (end > start && end < runs.length && cutsLink(runs, end)) end--
    if (end > start && (best === undefined || end > best.end || (end === best.end && best.mark === 'link')))
      best = { mark, end }
  }
  return best
}

function spanEnd(runs: TextRun[], start: number, belongs: (run: TextRun) => boolean): number {
  let end = start + 1
  while (end < runs.length && belongs(runs[end]!)) end++
  return end
}

function cutsLink(runs: TextRun[], at: number): boolean {
  const next = runs[at]!
  return next.href !== undefined && sameLink(runs[at - 1]!, next)
}

function linkOf(span: TextRun[], context: Context): PhrasingContent[] {
  const { href, title } = span[0]!
  const children = nest(
    span.map(({ text, marks, point }) => ({ text, marks, ...(point && { point }) })),
    { ...context, inLink: true },
  )
  // The serialiser would use <…> for addresses that don't survive it; an empty text prevents that.
  if (!SHORT_FORM.test(href!)) children.unshift({ type: 'text', value: '' })
  // Runs without href contain no links.
  return [{ type: 'link', url: href!, title: title ?? null, children: children as never }]
}

function marked(span: TextRun[], mark: NestingMark, context: Context): PhrasingContent[] {
  const children = nest(
    span.map((run) => ({ ...run, marks: run.marks.difference(new Set<TextMark>([mark])) })),
    context,
  )
  switch (mark) {
    case 'bold':
      return [{ type: 'strong', children }]
    case 'italic':
      return [{ type: 'emphasis', children }]
    case 'strike':
      return [{ type: 'delete', children }]
    default:
      return [{ type: 'html', value: `<${TAGS[mark]}>` }, ...children, { type: 'html', value: `</${TAGS[mark]}>` }]
  }
}

function leaf(run: TextRun, context: Context, isWithin: boolean): PhrasingContent[] {
  if (run.point) return [{ type: 'html', value: pointSource(run.point) }]
  if (run.marks.has('math')) return [mathOf(run.text)]
  if (run.marks.has('code')) return [{ type: 'inlineCode', value: run.text.replace(/[\r\n]+/g, ' ') }]
  return run.text.split(/\r\n?|\n/).flatMap((line, index) => {
    const words = line === '' ? [] : textOf(line, context, isWithin && index === 0)
    return index === 0 ? words : [lineBreak(context.flow), ...words]
  })
}

const pointSource = (point: InlinePoint): string =>
  point.type === 'anchor'
    ? `<a id="${point.props.id.replace(/[&"<>\s]/g, (character) => `&#${character.charCodeAt(0)};`)}"></a>`
    : point.props.source
        .split('\n')
        .map((line) => line.trim())
        .join(' ')

/** A formula that contains its own delimiter is written as code. */
function mathOf(tex: string): PhrasingContent {
  const value = oneLine(tex)
  const fits = value !== '' && !/(?<!\\)\$|\\$/.test(value)
  return fits ? { type: 'inlineMath', value, display: false } : { type: 'inlineCode', value }
}

function lineBreak(flow: TextFlow): PhrasingContent {
  return flow === 'paragraph' ? { type: 'break' } : { type: 'html', value: '<br>' }
}

function textOf(text: string, context: Context, isWithin: boolean): PhrasingContent[] {
  if (context.inLink || context.footnotes.size === 0) return [{ type: 'text', value: text }]
  return splitAtReferences(text, (key) => context.footnotes.has(key), isWithin).map((part) =>
    typeof part === 'string'
      ? { type: 'text', value: part }
      : { type: 'footnoteReference', identifier: part.key, label: part.label },
  )
}
