// Blocks → HTML for readers: semantic, escaped throughout, without inline style or script (the site's CSP allows neither).
// Looks are classes; code is coloured by a function that the caller brings. Tables are in html-table.ts, text in
// html-inline.ts, footnotes in html-footnotes.ts.

import type { Block } from 'galley-blocks/model.ts'
import { type Callout, calloutOf } from './callouts.ts'
import { Footnotes } from './html-footnotes.ts'
import { attributes, escapeHtml, inlineHtml, lookClasses, straight, type WriteText } from './html-inline.ts'
import { tableHtml } from './html-table.ts'
import { itemsOf } from './runs.ts'
import { headingLevel, inlineText, isTableContent, oneLine, outlineOf, propWords } from './text.ts'
import { isAbsoluteUrl, safeUrl } from './urls.ts'

/** Highlight returns the markup inside <code>, already escaped, or undefined for a language it does not know. */
export type Highlight = (code: string, language: string) => string | undefined

type HtmlOptions = {
  highlight?: Highlight
  /** headingShift moves every heading down, for pages that have a first-level heading of their own. */
  headingShift?: number
}

export function blocksToHtml(blocks: Block[], options: HtmlOptions = {}): string {
  const anchors = new Map(outlineOf(blocks).map(({ id, anchor }) => [id, anchor]))
  const footnotes = new Footnotes()
  const page: Page = { options, anchors, write: footnotes.textHtml, tables: 0 }
  const text = flowHtml(
    blocks.filter((block) => !footnotes.take(block)),
    page,
  )
  return text + footnotes.listHtml((note) => contentHtml(note, page) + nestedHtml(note, page))
}

type Page = { options: HtmlOptions; anchors: ReadonlyMap<string, string>; write: WriteText; tables: number }

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

function flowHtml(blocks: Block[], page: Page): string {
  let html = ''
  let open: ListKind | undefined
  const close = (): void => {
    if (open) html += open === 'ol' ? '</ol>\n' : '</ul>\n'
    open = undefined
  }
  for (const block of blocks) {
    const kind = listKind(block)
    const start = kind === 'ol' && typeof block.props.start === 'number' ? block.props.start : undefined
    if (kind !== open || start !== undefined) {
      close()
      if (kind) html += openList(kind, start)
      open = kind
    }
    html += kind ? itemHtml(block, kind, page) : blockHtml(block, page)
  }
  close()
  return html
}

function openList(kind: ListKind, start: number | undefined): string {
  if (kind === 'ol') return `<ol${attributes({ start: start === 1 ? undefined : start })}>\n`
  return kind === 'checks' ? '<ul class="checklist">\n' : '<ul>\n'
}

function itemHtml(block: Block, kind: ListKind, page: Page): string {
  const text = contentHtml(block, page)
  const checked = block.props.checked === true
  const box = `<label><input type="checkbox" disabled${checked ? ' checked' : ''}> <span>${text}</span></label>`
  return `<li${look(block)}>${kind === 'checks' ? box : text}${childrenHtml(block, page)}</li>\n`
}

/** look is the attributes that every block of text has: its direction by its own characters, and its colours and alignment. */
function look(block: Block, ...classes: string[]): string {
  return attributes({ class: [...classes, ...lookClasses(block.props)].join(' ') || undefined, dir: 'auto' })
}

function contentHtml(block: Block, page: Page): string {
  return inlineHtml(block.content, page.write)
}

function childrenHtml(block: Block, page: Page): string {
  return block.children.length === 0 ? '' : `\n${flowHtml(block.children, page)}`
}

function blockHtml(block: Block, page: Page): string {
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
      return codeHtml(block, page) + nestedHtml(block, page)
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

function quoteHtml(block: Block, page: Page): string {
  const callout = calloutOf(block)
  const own = callout ? { ...block, content: itemsOf(callout.runs) } : block
  const title = callout ? `<p class="callout-title">${CALLOUT_TITLES[callout.kind]}</p>\n` : ''
  const text = contentHtml(own, page)
  const body = `${title}${text && `<p${look(own)}>${text}</p>\n`}${flowHtml(block.children, page)}`
  return `<blockquote${attributes({ class: callout ? `callout ${callout.kind}` : 'callout' })}>\n${body}</blockquote>\n`
}

const CALLOUT_TITLES: Record<Callout['kind'], string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
}

/** nestedHtml shows children of a block that can't hold them, indented below it. */
function nestedHtml(block: Block, page: Page): string {
  return block.children.length === 0 ? '' : `<div class="nested">\n${flowHtml(block.children, page)}</div>\n`
}

function paragraphHtml(block: Block, page: Page): string {
  const text = [escapeHtml(propWords(block)), contentHtml(block, page)].filter((part) => part !== '').join(' ')
  return text === '' ? '' : `<p${look(block)}>${text}</p>\n`
}

/** contentBelow shows text in a block that the editor gives none, so that nothing stored is invisible. */
function contentBelow(block: Block, page: Page): string {
  const text = contentHtml(block, page)
  return text === '' ? '' : `<p dir="auto">${text}</p>\n`
}

function headingHtml(block: Block, page: Page): string {
  const tag = `h${Math.min(6, headingLevel(block) + (page.options.headingShift ?? 0))}`
  const text = contentHtml(block, page)
  if (text === '') return nestedHtml(block, page)
  const anchor = page.anchors.get(block.id)
  const classes = lookClasses(block.props).join(' ') || undefined
  const label = `Link to “${oneLine(inlineText(block.content))}”`
  const folds = block.props.isToggleable === true && block.children.length > 0
  // A summary is pressed as a whole: a link inside it would look the same.
  const link =
    anchor && !folds && ` <a${attributes({ class: 'anchor', href: `#${anchor}`, 'aria-label': label })}>#</a>`
  const heading = `<${tag}${attributes({ id: anchor, class: classes, dir: 'auto' })}>${text}${link || ''}</${tag}>`
  if (!folds) return `${heading}\n${nestedHtml(block, page)}`
  return `<details class="toggle" open>\n<summary>${heading}</summary>\n${flowHtml(block.children, page)}</details>\n`
}

function codeHtml(block: Block, page: Page): string {
  const code = straight(inlineText(block.content))
  const language = typeof block.props.language === 'string' ? block.props.language : ''
  const coloured = page.options.highlight?.(code, language)
  const inner = coloured === undefined ? escapeHtml(code) : straight(coloured)
  return `<div${attributes({ class: 'code-block', 'data-language': language || undefined })}><pre tabindex="0" dir="ltr"><code>${inner}</code></pre></div>\n`
}

function mediaHtml(block: Block, page: Page): string {
  const url = safeUrl(textProp(block, 'url'))
  const name = textProp(block, 'name')
  const caption = textProp(block, 'caption')
  if (!url) return paragraphHtml({ ...block, props: { name, caption }, content: undefined }, page)
  const linked = attributes({ href: url, rel: isAbsoluteUrl(url) ? 'noopener' : undefined })
  const shownCaption = caption === '' ? '' : `<figcaption dir="auto">${escapeHtml(caption)}</figcaption>\n`
  if (block.type === 'file' || block.props.showPreview === false) {
    const link = `<a${linked}>${escapeHtml(name || url)}</a>`
    return `<p class="file" dir="auto">${link}${caption && ` <span class="caption">${escapeHtml(caption)}</span>`}</p>\n`
  }
  const figure = attributes({ class: ['media', ...lookClasses(block.props)].join(' ') })
  return `<figure${figure}>\n${playerHtml(block, url, name)}\n${shownCaption}</figure>\n`
}

function playerHtml(block: Block, url: string, name: string): string {
  const width = positiveInteger(block.props.previewWidth)
  const label = name || undefined
  if (block.type === 'video')
    return `<video${attributes({ src: url, width, 'aria-label': label, preload: 'metadata' })} controls></video>`
  if (block.type === 'audio')
    return `<audio${attributes({ src: url, 'aria-label': label, preload: 'metadata' })} controls></audio>`
  const image = `<img${attributes({ src: url, alt: name, width, loading: 'lazy', decoding: 'async' })}>`
  const link = safeUrl(textProp(block, 'link'))
  if (!link) return image
  // A linked picture without a name would be a link without words.
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
