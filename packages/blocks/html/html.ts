// Blocks → HTML for readers: semantic, escaped, without inline style or script (the site's CSP allows neither). Looks are
// classes; callers provide functions that colour code and typeset formulas. See also table.ts, code.ts, containers.ts,
// inline.ts, footnotes.ts.

import { blockTypeSpec } from '../block-types.ts'
import { calloutOf } from '../callouts.ts'
import { embedOf, ratioOf } from '../embeds.ts'
import type { Block, Inline } from '../model.ts'
import { type OutlineEntry, outlineOf } from '../outline.ts'
import { itemsOf } from '../runs.ts'
import { headingLevel, inlineText, isTableContent, oneLine, propWords } from '../text.ts'
import { isAbsoluteUrl, safeUrl } from '../urls.ts'
import { type CodeChange, codeHtml, diagramHtml, type Highlight } from './code.ts'
import { calloutHtml, calloutTitle, detailsHtml, tabHtml, tabsHtml, titledHtml } from './containers.ts'
import { Footnotes } from './footnotes.ts'
import { attributes, escapeHtml, type InlineWriter, inlineHtml, lookClasses, said } from './inline.ts'
import { tableHtml } from './table.ts'

/** Escaped MathML of a formula; undefined if it can't be read. */
type SetMath = (tex: string, display: boolean) => string | undefined

export type HtmlOptions = {
  highlight?: Highlight
  math?: SetMath
  /** Lowers every heading by so many levels, for pages with a first-level heading of their own. */
  headingShift?: number
  /** For a part of another page, which has ids of its own: headings and anchors have none, and those of tabs begin with this. */
  prefix?: string
  /** Media of this address are links, which load nothing. */
  isHeld?: (url: string) => boolean
  /** What a comparison adds (diff.ts). */
  marks?: DiffMarks
}

type DiffMarks = {
  op: (part: object) => string | undefined
  /** A block's title or label with marks. */
  line: (block: Block) => Inline[] | undefined
  code: (block: Block) => CodeChange | undefined
  /** What to say below a block. */
  notes: (block: Block) => string
}

export function blocksToHtml(blocks: Block[], options: HtmlOptions = {}): string {
  const [footnotes, page] = renderingOf(blocks, options)
  const text = flowHtml(
    blocks.filter((block) => !footnotes.collect(block)),
    page,
  )
  return text + footnotes.listHtml((note) => contentHtml(note, page) + nestedHtml(note, page))
}

/** The HTML of each block, in one run. */
export function eachToHtml(blocks: Block[][], options: HtmlOptions): string[] {
  const [, page] = renderingOf(blocks.flat(), options)
  return blocks.map((some) => flowHtml(some, page))
}

function renderingOf(blocks: Block[], options: HtmlOptions): [Footnotes, Rendering] {
  const headings = new Map(outlineOf(blocks).map((entry) => [entry.id, entry]))
  const ids = new Set([...headings.values()].flatMap(({ anchor, aliases }) => [anchor, ...aliases]))
  const footnotes = new Footnotes()
  const write: InlineWriter = {
    text: footnotes.textHtml,
    math: (tex) => options.math?.(tex, false) ?? `<code>${escapeHtml(tex)}</code>`,
    anchor: (id) => {
      if (ids.has(id) || options.prefix !== undefined) return ''
      ids.add(id)
      return `<span${attributes({ id })}></span>`
    },
    op: options.marks?.op,
  }
  return [footnotes, { options, headings, write, tables: 0, tabs: 0 }]
}

/** One run: the options, and the number of tables and tabs so far, for ids. */
type Rendering = {
  options: HtmlOptions
  headings: ReadonlyMap<string, OutlineEntry>
  write: InlineWriter
  tables: number
  tabs: number
}

type ListKind = 'ul' | 'ol' | 'checks'

function listKind(block: Block): ListKind | undefined {
  switch (block.type) {
    case 'bulletListItem':
      return 'ul'
    case 'numberedListItem':
      return 'ol'
    case 'checkListItem':
      return 'checks'
    default:
      return undefined
  }
}

/**
 * Groups list items into lists, which have no block of their own: neighbours of one kind share a list until one has an
 * explicit number.
 */
function flowHtml(blocks: Block[], page: Rendering): string {
  // Joined into a flat string: += would keep the parts and use more memory in the cache.
  const html: string[] = []
  let open: ListKind | undefined
  const close = (): void => {
    if (open) html.push(open === 'ol' ? '</ol>\n' : '</ul>\n')
    open = undefined
  }
  for (const block of blocks) {
    const kind = listKind(block)
    const start = kind === 'ol' && typeof block.props.start === 'number' ? block.props.start : undefined
    if (kind !== open || start !== undefined) {
      close()
      if (kind) html.push(openList(kind, start))
      open = kind
    }
    html.push(kind ? itemHtml(block, kind, page) : markedHtml(block, page))
  }
  close()
  return html.join('')
}

/** A block that a comparison marks is in a box of its own, with what it says. */
function markedHtml(block: Block, page: Rendering): string {
  const html = blockHtml(block, page)
  const op = page.write.op?.(block)
  return op === undefined
    ? html
    : `<div class="diff" data-op="${op}">\n${html}${page.options.marks!.notes(block)}</div>\n`
}

function openList(kind: ListKind, start: number | undefined): string {
  if (kind === 'ol') return `<ol${attributes({ start: start === 1 ? undefined : start })}>\n`
  return kind === 'checks' ? '<ul class="checklist">\n' : '<ul>\n'
}

function itemHtml(block: Block, kind: ListKind, page: Rendering): string {
  const text = contentHtml(block, page)
  const checked = block.props.checked === true
  const box = `<label><input type="checkbox" disabled${checked ? ' checked' : ''}> <span>${text}</span></label>`
  const mark = attributes({ 'data-op': page.write.op?.(block) })
  const notes = page.options.marks?.notes(block) ?? ''
  return `<li${look(block)}${mark}>${kind === 'checks' ? box : text}${notes}${childrenHtml(block, page)}</li>\n`
}

/** Attributes of a block of text: direction (by its own characters), colours, alignment. */
function look(block: Block, ...classes: string[]): string {
  return attributes({ class: [...classes, ...lookClasses(block.props)].join(' ') || undefined, dir: 'auto' })
}

function contentHtml(block: Block, page: Rendering): string {
  return inlineHtml(block.content, page.write)
}

function childrenHtml(block: Block, page: Rendering): string {
  return block.children.length === 0 ? '' : `\n${flowHtml(block.children, page)}`
}

function blockHtml(block: Block, page: Rendering): string {
  if (isTableContent(block.content)) {
    page.tables++
    return tableHtml(block.content, page.tables, page.write) + nestedHtml(block, page)
  }
  switch (block.type) {
    case 'heading':
      return headingHtml(block, page)
    case 'quote':
      return quoteHtml(block, page)
    case 'toggleListItem':
      return `<details class="toggle">\n<summary${look(block)}>${contentHtml(block, page)}</summary>\n${flowHtml(block.children, page)}</details>\n`
    case 'codeBlock':
      return codeHtml(block, page.options.highlight, page.options.marks?.code(block)) + nestedHtml(block, page)
    case 'mermaid':
      return diagramHtml(block, page.options.marks?.code(block)) + nestedHtml(block, page)
    case 'math':
      return mathHtml(block, page) + nestedHtml(block, page)
    case 'callout':
      return calloutHtml(block, lineHtml(block, page), bodyHtml(block, page))
    case 'details':
      return detailsHtml(lineHtml(block, page), bodyHtml(block, page))
    case 'hero':
    case 'cards':
      return titledHtml(block.type, lineHtml(block, page), bodyHtml(block, page))
    case 'tabs':
      return tabsHtml(
        block,
        {
          id: `${page.options.prefix ?? ''}tab_${++page.tabs}`,
          label: (tab) => lineHtml(tab, page),
          op: (tab) => page.write.op?.(tab),
        },
        (tab) => bodyHtml(tab, page) + (page.options.marks?.notes(tab) ?? ''),
        (other) => markedHtml(other, page),
      )
    case 'tab':
      return tabHtml(lineHtml(block, page), bodyHtml(block, page))
    case 'unknown':
      return contentBelow(block, page) + flowHtml(block.children, page)
    case 'divider':
      return `<hr>\n${paragraphHtml(block, page)}${nestedHtml(block, page)}`
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return mediaHtml(block, page) + contentBelow(block, page) + nestedHtml(block, page)
    default:
      return paragraphHtml(block, page) + nestedHtml(block, page)
  }
}

/** The title or label of a block without text of its own. */
function lineHtml(block: Block, page: Rendering): string {
  const marked = page.options.marks?.line(block)
  if (marked) return inlineHtml(marked, page.write)
  const editor = blockTypeSpec(block.type)?.editor
  const line = editor && 'line' in editor ? block.props[editor.line] : undefined
  return typeof line === 'string' ? escapeHtml(oneLine(line)) : ''
}

function quoteHtml(block: Block, page: Rendering): string {
  const callout = calloutOf(block)
  const own = callout ? { ...block, content: itemsOf(callout.runs) } : block
  const title = callout ? calloutTitle(callout.kind) : ''
  const text = contentHtml(own, page)
  const body = `${title}${text && `<p${look(own)}>${text}</p>\n`}${flowHtml(block.children, page)}`
  return `<blockquote${attributes({ class: callout ? `callout ${callout.kind}` : 'callout' })}>\n${body}</blockquote>\n`
}

/** Children of a block type that can't have any, indented below it. */
function nestedHtml(block: Block, page: Rendering): string {
  return block.children.length === 0 ? '' : `<div class="nested">\n${flowHtml(block.children, page)}</div>\n`
}

function paragraphHtml(block: Block, page: Rendering): string {
  const text = [escapeHtml(propWords(block)), contentHtml(block, page)].filter((part) => part !== '').join(' ')
  return text === '' ? '' : `<p${look(block)}>${text}</p>\n`
}

/** Text in a block type that can't have any, so that nothing saved is invisible. */
function contentBelow(block: Block, page: Rendering): string {
  const text = contentHtml(block, page)
  return text === '' ? '' : `<p dir="auto">${text}</p>\n`
}

function headingHtml(block: Block, page: Rendering): string {
  const tag = `h${Math.min(6, headingLevel(block) + (page.options.headingShift ?? 0))}`
  const text = contentHtml(block, page)
  if (text === '') return nestedHtml(block, page)
  const classes = lookClasses(block.props).join(' ') || undefined
  if (page.options.prefix !== undefined)
    return `<${tag}${attributes({ class: classes, dir: 'auto' })}>${text}</${tag}>\n${nestedHtml(block, page)}`
  const { anchor, aliases } = page.headings.get(block.id)!
  const label = said('linkTo', escapeHtml(oneLine(inlineText(block.content))))
  const folds = block.props.isToggleable === true && block.children.length > 0
  // A link inside a summary would look like the summary itself, which is clickable as a whole.
  const link = !folds && ` <a${attributes({ class: 'anchor', href: `#${anchor}` })} aria-label="${label}">#</a>`
  const former = aliases.map((id) => `<span${attributes({ id })}></span>`).join('')
  const heading = `<${tag}${attributes({ id: anchor, class: classes, dir: 'auto' })}>${former}${text}${link || ''}</${tag}>`
  if (!folds) return `${heading}\n${nestedHtml(block, page)}`
  return `<details class="toggle" open>\n<summary>${heading}</summary>\n${flowHtml(block.children, page)}</details>\n`
}

function mathHtml(block: Block, page: Rendering): string {
  const tex = inlineText(block.content)
  if (tex.trim() === '') return ''
  const set = page.options.math?.(tex, true)
  return set === undefined ? codeHtml(block) : `<div class="math" tabindex="0">${set}</div>\n`
}

/** A block's children, after its text if its type can't have any. */
const bodyHtml = (block: Block, page: Rendering): string => contentBelow(block, page) + flowHtml(block.children, page)

function mediaHtml(block: Block, page: Rendering): string {
  const url = safeUrl(textProp(block, 'url'))
  const name = textProp(block, 'name')
  const caption = textProp(block, 'caption')
  if (!url) return paragraphHtml({ ...block, props: { name, caption }, content: undefined }, page)
  const linked = attributes({ href: url, rel: isAbsoluteUrl(url) ? 'noopener' : undefined })
  const shownCaption = caption === '' ? '' : `<figcaption dir="auto">${escapeHtml(caption)}</figcaption>\n`
  if (block.type === 'file' || block.props.showPreview === false || page.options.isHeld?.(url)) {
    const link = `<a${linked}>${escapeHtml(name || url)}</a>`
    return `<p class="file" dir="auto">${link}${caption && ` <span class="caption">${escapeHtml(caption)}</span>`}</p>\n`
  }
  const figure = attributes({ class: ['media', ...lookClasses(block.props)].join(' ') })
  return `<figure${figure}>\n${playerHtml(block, url, name)}\n${shownCaption}</figure>\n`
}

function playerHtml(block: Block, url: string, name: string): string {
  const width = positiveInteger(block.props.previewWidth)
  const label = name || undefined
  const embed = block.type === 'video' ? embedOf(url) : undefined
  if (embed) {
    // A link without script; with it, a click loads the target in its place (reader.js).
    const { ratio } = ratioOf(block.props.ratio) ?? {}
    const link = attributes({
      class: 'embed',
      href: embed.page,
      rel: 'noopener',
      'data-embed': url,
      'data-ratio': ratio,
    })
    return `<a${link}><strong dir="auto">${escapeHtml(name || embed.page)}</strong> <small>${escapeHtml(embed.site)}</small></a>`
  }
  if (block.type === 'video')
    return `<video${attributes({ src: url, width, 'aria-label': label, preload: 'metadata' })} controls></video>`
  if (block.type === 'audio')
    return `<audio${attributes({ src: url, 'aria-label': label, preload: 'metadata' })} controls></audio>`
  const image = `<img${attributes({ src: url, alt: name, width, loading: 'lazy', decoding: 'async' })}>`
  const link = safeUrl(textProp(block, 'link'))
  if (!link) return image
  // A linked image without a name would be a link without text.
  const rel = isAbsoluteUrl(link) ? 'noopener' : undefined
  return `<a${attributes({ href: link, rel, 'aria-label': name === '' ? link : undefined })}>${image}</a>`
}

function positiveInteger(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= 10_000 ? Math.round(value) : undefined
}

function textProp(block: Block, key: string): string {
  const value = block.props[key]
  return typeof value === 'string' ? value.trim() : ''
}
