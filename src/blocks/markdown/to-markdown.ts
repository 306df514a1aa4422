// Blocks → Markdown (GFM), without losing text: content without Markdown syntax becomes the nearest there is. Round trips
// with from-markdown.ts are stable. Inline content is in to-markdown-inline.ts.

import { blockTypeSpec, CALLOUT_KINDS } from 'galley-blocks/block-types.ts'
import { calloutOf } from 'galley-blocks/callouts.ts'
import { embedOf, ratioOf } from 'galley-blocks/embeds.ts'
import { type Footnote, footnoteOf } from 'galley-blocks/footnotes.ts'
import { attributes, escapeHtml } from 'galley-blocks/html/inline.ts'
import type { Block, TableContent } from 'galley-blocks/model.ts'
import { itemsOf, NO_MARKS, runsOf, type TextRun, tidyRuns } from 'galley-blocks/runs.ts'
import { cellContent, headingLevel, inlineText, isTableContent, oneLine, propWords } from 'galley-blocks/text.ts'
import { safeUrl } from 'galley-blocks/urls.ts'
import type { AlignType, List, ListItem, PhrasingContent, Root, RootContent, Table, TableRow } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { writeMeta } from '../code-meta.ts'
import type { Container } from '../syntax/nodes.ts'
import { syntaxToMarkdown } from '../syntax/to-markdown.ts'
import { writeInfo } from './container-info.ts'
import { blocksFromMarkdown } from './from-markdown.ts'
import {
  MAX_LIST_NUMBER,
  MAX_PADDED_CELLS,
  mediaTypeOf,
  PLAIN_LANGUAGE,
  withBareBlankLines,
} from './markdown-mapping.ts'
import { phrasingOf } from './to-markdown-inline.ts'

const LAYOUT = {
  bullet: '-',
  bulletOther: '*',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
} as const

// The extension escapes dots ("row.name") and colons ("steps:/x") that might belong to a bare address. Real addresses look
// more like one; fewer backslashes read better.
const gfmExtension = gfmToMarkdown({ tablePipeAlign: false })
const extensions = gfmExtension.extensions!.map((extension) => ({
  ...extension,
  unsafe: extension.unsafe?.map((pattern) => {
    if (pattern.character === '.' && pattern.before === '[Ww]') return { ...pattern, before: '[Ww]{3}' }
    if (pattern.character === ':' && pattern.before === '[ps]')
      return { ...pattern, before: '[Hh][Tt][Tt][Pp][Ss]?', after: '\\/\\/' }
    return pattern
  }),
}))

const all = [...extensions, syntaxToMarkdown]

export function blocksToMarkdown(blocks: Block[]): string {
  const root: Root = { type: 'root', children: flowOf(blocks, footnoteLabels(blocks), true) }
  return toMarkdown(root, { ...LAYOUT, extensions: all })
}

type Labels = ReadonlySet<string>

function footnoteLabels(blocks: Block[]): Labels {
  const labels = new Set<string>()
  // Only top-level paragraphs define footnotes: renderers disagree about nested ones.
  for (const block of flattened(blocks)) {
    const footnote = footnoteOf(block)
    if (footnote) labels.add(footnote.key)
  }
  return labels
}

/** Moves children that Markdown can't nest behind their parents. */
function flattened(blocks: Block[]): Block[] {
  return blocks.flatMap((block) =>
    holdsChildren(block) || block.children.length === 0 || footnoteOf(block)
      ? [block]
      : [{ ...block, children: [] }, ...flattened(block.children)],
  )
}

const holdsChildren = ({ type }: Block): boolean => blockTypeSpec(type)?.children === 'inside'
const isListItem = ({ type }: Block): boolean => type.endsWith('ListItem') && blockTypeSpec(type) !== undefined

function flowOf(blocks: Block[], labels: Labels, top = false): RootContent[] {
  const flow: RootContent[] = []
  for (const block of flattened(blocks)) {
    if (isListItem(block)) addListItem(flow, block, labels)
    else flow.push(...nodesOf(block, labels, top))
  }
  return flow
}

function addListItem(flow: RootContent[], block: Block, labels: Labels): void {
  const ordered = block.type === 'numberedListItem'
  const start = typeof block.props.start === 'number' ? block.props.start : undefined
  let list = flow.at(-1)
  if (list?.type !== 'list' || list.ordered !== ordered || start !== undefined) {
    list = { type: 'list', ordered, spread: false, children: [] } satisfies List
    if (ordered) list.start = Math.min(Math.max(0, Math.trunc(start ?? 1)), MAX_LIST_NUMBER)
    flow.push(list)
  }
  const item = listItemOf(block, labels)
  list.children.push(item)
  list.spread ||= item.spread === true
}

function listItemOf(block: Block, labels: Labels): ListItem {
  const item: ListItem = { type: 'listItem', spread: false, children: containerOf(block, labels) }
  if (block.type === 'checkListItem') {
    item.checked = block.props.checked === true
    // A checkbox needs text after it; a line break is invisible text.
    if (item.children[0]?.type !== 'paragraph')
      item.children.unshift({ type: 'paragraph', children: [{ type: 'html', value: '<br>' }] })
  }
  item.spread = item.children.slice(1).some((child) => !followsTightly(child))
  return item
}

// Only a list that starts with text may follow without a blank line.
function followsTightly(node: RootContent): boolean {
  return node.type === 'list' && node.children[0]?.children[0]?.type === 'paragraph'
}

/** A list item's or quote's content: its text, then its children. */
function containerOf(block: Block, labels: Labels): ListItem['children'] {
  const own = paragraphOf(runsOf(block.content), labels)
  // Both hold flow content, which is all that flowOf returns.
  return [...own, ...flowOf(block.children, labels)] as ListItem['children']
}

function paragraphOf(runs: TextRun[], labels: Labels): RootContent[] {
  return runs.length === 0 ? [] : [{ type: 'paragraph', children: phrasingOf(runs, labels, 'paragraph') }]
}

function nodesOf(block: Block, labels: Labels, top: boolean): RootContent[] {
  if (isTableContent(block.content)) return tableOf(block.content, labels)
  switch (block.type) {
    case 'heading': {
      const depth = headingLevel(block) as 1 | 2 | 3 | 4 | 5 | 6
      const children = phrasingOf(runsOf(block.content), labels, 'line')
      const anchor = textProp(block, 'anchor')
      if (anchor !== '') children.push({ type: 'html', value: `${children.length > 0 ? ' ' : ''}{#${anchor}}` })
      return [{ type: 'heading', depth, children }]
    }
    case 'quote': {
      const callout = calloutOf(block)
      if (!callout) return [{ type: 'blockquote', children: containerOf(block, labels) }] as RootContent[]
      const kind = callout.kind === 'caution' ? 'danger' : callout.kind
      return [containerNode(kind, '', { ...block, content: itemsOf(callout.runs) }, labels)]
    }
    case 'codeBlock':
      return [codeOf(block)]
    case 'mermaid':
      return [{ type: 'code', lang: 'mermaid', value: codeText(block) }]
    case 'math':
      return [{ type: 'math', value: codeText(block) }]
    case 'callout':
      return [containerNode(kindOf(block), textProp(block, 'title'), block, labels)]
    case 'tabs':
      return [containerNode('tabs', '', block, labels)]
    case 'tab':
      return [containerNode('tab', textProp(block, 'label'), block, labels)]
    case 'details':
      return [containerNode('details', textProp(block, 'summary'), block, labels)]
    case 'hero':
    case 'cards':
      return [containerNode(block.type, textProp(block, 'title'), block, labels)]
    case 'unknown':
      return unknownOf(block, labels)
    case 'divider':
      return [{ type: 'thematicBreak' }, ...paragraphOf(runsOf(block.content), labels)]
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return mediaOf(block, labels)
    default: {
      const footnote = top && footnoteOf(block)
      if (footnote) return [definitionOf(footnote, block, labels)] as RootContent[]
      const words = propWords(block)
      const runs = runsOf(block.content)
      return paragraphOf(words === '' ? runs : tidyRuns([{ text: `${words} `, marks: NO_MARKS }, ...runs]), labels)
    }
  }
}

function codeOf(block: Block): RootContent {
  const language = typeof block.props.language === 'string' ? oneLine(block.props.language) : ''
  const meta = writeMeta(block)
  const value = codeText(block)
  const lang = language === '' ? PLAIN_LANGUAGE : language
  // The language may be omitted only if nothing follows it.
  return { type: 'code', lang: lang === PLAIN_LANGUAGE && meta === '' ? null : lang, meta: meta || null, value }
}

const codeText = (block: Block): string => inlineText(block.content).replace(/\r\n?/g, '\n')

const kindOf = ({ props: { kind } }: Block): string => CALLOUT_KINDS.find((one) => one === kind) ?? 'note'

function containerNode(name: string, title: string, block: Block, labels: Labels): RootContent {
  // These types have no content in the editor, but saved content is kept.
  const children = [...paragraphOf(runsOf(block.content), labels), ...flowOf(block.children, labels)]
  return { type: 'container', info: writeInfo(name, title), children: children as Container['children'] }
}

/** The source verbatim if Markdown parses it as the same block; otherwise in a container as code. */
function unknownOf(block: Block, labels: Labels): RootContent[] {
  const { syntax, source } = block.props
  const children = flowOf(block.children, labels)
  if (typeof source !== 'string' || source === '') return [...paragraphOf(runsOf(block.content), labels), ...children]
  if (syntax === 'directive' && isOneLine(source))
    return [{ type: 'container', info: source.replace(/^:+\s*/, ''), children: children as Container['children'] }]
  const opening: RootContent = { type: 'html', value: source }
  if (block.children.length === 0 && readsAsItself(source, 0, inlineText(block.content))) return [opening]
  const name = /^<([^\s/>]+)/.exec(source)?.[1]
  const closing: RootContent = { type: 'html', value: `</${name}>` }
  if (block.children.length > 0 && readsAsItself(`${source}\n\nx\n\n</${name}>`, 1))
    return [opening, ...children, closing]
  const code: RootContent = { type: 'code', value: source }
  const info = `unknown{${typeof syntax === 'string' ? oneLine(syntax).replace(/[{}]/g, '') : ''}}`
  return [{ type: 'container', info, children: [code, ...children] as Container['children'] }]
}

const isOneLine = (source: string): boolean => /^:::\p{L}[^\n]*$/u.test(source) && source.trimEnd() === source

/** The source parses as a single block with this many children and this text, separate from what follows. */
function readsAsItself(source: string, children: number, words = ''): boolean {
  const [first, ...others] = blocksFromMarkdown(`${source}\n\nx\n\n<hr>`)
  if (others.map(({ type }) => type).join() !== 'paragraph,divider') return false
  return first?.type === 'unknown' && first.children.length === children && inlineText(first.content) === words
}

function mediaOf(block: Block, labels: Labels): RootContent[] {
  const name = textProp(block, 'name')
  const caption = textProp(block, 'caption')
  const url = safeUrl(textProp(block, 'url')) ?? ''
  // These types have no content in the editor, but saved content is kept.
  const extra = paragraphOf(runsOf(block.content), labels)
  if (url === '') return [...paragraphOf(runsOf([name, caption].filter(Boolean).join(' ')), labels), ...extra]
  const embed = block.type === 'video' && block.props.showPreview !== false ? embedOf(url) : undefined
  if (embed) {
    const { width, height } = ratioOf(block.props.ratio) ?? {}
    return [{ type: 'html', value: embedHtml({ src: embed.frame, title: name, width, height }, caption) }, ...extra]
  }
  // HTML, if the file's name doesn't tell the type.
  if (mediaTypeOf(url) !== block.type && (block.type === 'video' || block.type === 'audio'))
    return [{ type: 'html', value: playerHtml(block.type, url, name, caption) }, ...extra]
  if (block.type === 'file' || mediaTypeOf(url) !== block.type) {
    const run: TextRun = { text: name || url, marks: new Set(), href: url, ...(caption && { title: caption }) }
    return [...paragraphOf([run], labels), ...extra]
  }
  const image: PhrasingContent = { type: 'image', url, alt: name, title: caption || null }
  const link = safeUrl(textProp(block, 'link'))
  const shown: PhrasingContent = link ? { type: 'link', url: link, children: [image] } : image
  return [{ type: 'paragraph', children: [shown] }, ...extra]
}

/** As every tool that accepts HTML shows it, in a frame. */
function embedHtml(given: Parameters<typeof attributes>[0], caption: string): string {
  const frame = `<iframe${attributes(given)}></iframe>`
  return caption === '' ? frame : figureHtml(frame, caption)
}

/** Always a figure: a player on its own line would begin a paragraph. */
const playerHtml = (tag: 'video' | 'audio', src: string, name: string, caption: string): string =>
  figureHtml(`<${tag}${attributes({ src })} controls>${escapeHtml(name)}</${tag}>`, caption)

function figureHtml(shown: string, caption: string): string {
  const below = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>\n`
  return `<figure>\n${shown}\n${below}</figure>`
}

function textProp(block: Block, key: string): string {
  const value = block.props[key]
  return typeof value === 'string' ? oneLine(value) : ''
}

function definitionOf({ key, label, runs }: Footnote, block: Block, labels: Labels): unknown {
  const children = [...paragraphOf(runs, labels), ...flowOf(withBareBlankLines(block.children), labels)]
  return { type: 'footnoteDefinition', identifier: key, label, children }
}

function tableOf(table: TableContent, labels: Labels): RootContent[] {
  const rows: TableRow[] = table.rows.map((row) => ({
    type: 'tableRow',
    children: row.cells.flatMap((cell) => {
      const content = cellContent(cell)
      const children = phrasingOf(runsOf(content), labels, 'line')
      const blanks = Array.from({ length: columnsOf(cell) - 1 }, () => ({ type: 'tableCell' as const, children: [] }))
      return [{ type: 'tableCell' as const, children }, ...blanks]
    }),
  }))
  const width = rows.reduce((most, row) => Math.max(most, row.children.length), 0)
  if (width === 0) return []
  for (const row of width * rows.length > MAX_PADDED_CELLS ? [] : rows)
    while (row.children.length < width) row.children.push({ type: 'tableCell', children: [] })
  // Markdown tables need a header row; an empty one stands for "none".
  if (!table.headerRows) rows.unshift(emptyRow(width))
  return [{ type: 'table', align: alignmentsOf(table, width), children: rows } satisfies Table]
}

function emptyRow(width: number): TableRow {
  return { type: 'tableRow', children: Array.from({ length: width }, () => ({ type: 'tableCell', children: [] })) }
}

/** Bounds hostile colspans. */
const MAX_SPAN = 100

function columnsOf(cell: unknown): number {
  const span = cellProps(cell).colspan
  return typeof span === 'number' && span > 1 ? Math.min(Math.trunc(span), MAX_SPAN) : 1
}

/** A column's alignment is that of its first aligned cell. */
function alignmentsOf(table: TableContent, width: number): AlignType[] {
  const aligns = Array.from({ length: width }, (): AlignType => null)
  for (const row of table.rows) {
    for (const [column, cell] of row.cells.entries()) {
      const alignment = cellProps(cell).textAlignment
      if (alignment === 'center' || alignment === 'right') aligns[column] ??= alignment
    }
  }
  return aligns
}

function cellProps(cell: unknown): Record<string, unknown> {
  return typeof cell === 'object' && cell !== null && 'props' in cell
    ? ((cell.props ?? {}) as Record<string, unknown>)
    : {}
}
