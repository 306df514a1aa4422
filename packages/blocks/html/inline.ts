// The small parts of HTML: escaping, attributes, inline content with styles and links.

import { isInlinePoint, isRecord } from '../model.ts'
import { inlineText } from '../text.ts'
import { isAbsoluteUrl, safeUrl } from '../urls.ts'

/** The editor's palette. Other values would need inline styles, which are forbidden. */
const COLOURS: ReadonlySet<unknown> = new Set([
  'gray',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
])
const ALIGNMENTS: ReadonlySet<unknown> = new Set(['center', 'right', 'justify'])

const MARK_TAGS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
  ['highlight', 'mark'],
  ['keyboard', 'kbd'],
  ['code', 'code'],
] as const

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Bidirectional control characters, with which text could be shown differently from what it says. */
export const BIDI_CONTROLS = String.raw`\u202a-\u202e\u2066-\u2069`
const TURNS = new RegExp(`[${BIDI_CONTROLS}]`, 'g')
/** Characters that HTML forbids, and bidirectional controls. */
const UNWANTED = new RegExp(String.raw`[^\P{Cc}\t\n]|[${BIDI_CONTROLS}]`, 'gu')
/** Most texts need no change. */
const REMARKABLE = new RegExp(String.raw`[&<>"'${BIDI_CONTROLS}]|[^\P{Cc}\t\n]`, 'u')

/** Removes bidirectional controls. */
export const withoutBidiControls = (text: string): string => text.replace(TURNS, '')

export const MARKUP = /[&<>"']/

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const UNESCAPED = new Map(Object.entries(ESCAPES).map(([character, escaped]) => [escaped, character]))

/** Reverts escaping and <mark>, as in a snippet. */
export const plainText = (marked: string): string =>
  marked.replace(/<\/?mark>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (escaped) => UNESCAPED.get(escaped)!)

export function escapeHtml(text: string): string {
  return REMARKABLE.test(text) ? escapeMarkup(text.replace(UNWANTED, '')) : text
}

/** Skips attributes without a value. */
export function attributes(values: Record<string, string | number | undefined>): string {
  let html = ''
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) html += ` ${name}="${escapeHtml(String(value))}"`
  }
  return html
}

/**
 * A placeholder for a word of the site: cached HTML is in no language, and the page fills it in (reader/words.ts). `value` is
 * escaped. Authors can't write one, because their text is escaped.
 */
export const said = (name: string, value: string | number = ''): string => `<!--say ${name} ${value}-->`

/** Fills the placeholders in. */
export const withWords = (html: string, say: (name: string, value: string) => string): string =>
  html.replace(/<!--say (\w+) ([^<>]*)-->/g, (_, name: string, value: string) => say(name, value))

/** Colours and alignment as classes of the reader's style sheet. */
export function lookClasses(props: Record<string, unknown>): string[] {
  const classes: string[] = []
  if (COLOURS.has(props.textColor)) classes.push(`text-${props.textColor}`)
  if (COLOURS.has(props.backgroundColor)) classes.push(`bg-${props.backgroundColor}`)
  if (ALIGNMENTS.has(props.textAlignment)) classes.push(`align-${props.textAlignment}`)
  return classes
}

/** Converts text that is neither code nor a link (`isWithin`: it doesn't begin its block), a formula, and an anchor's name. */
export type InlineWriter = {
  text: (text: string, isWithin?: boolean) => string
  math: (tex: string) => string
  anchor: (id: string) => string
  /** What a comparison says of a block, a row, a cell or an item of text. */
  op?: ((part: object) => string | undefined) | undefined
}

const PLAIN_WRITER: InlineWriter = {
  text: textHtml,
  math: (tex) => `<code>${escapeHtml(tex)}</code>`,
  anchor: () => '',
}

/** Any inline content as HTML; unknown items by their text. */
export function inlineHtml(content: unknown, write: InlineWriter = PLAIN_WRITER): string {
  if (typeof content === 'string') return write.text(content)
  if (!Array.isArray(content)) return ''
  return content.map((item, index) => markedHtml(itemHtml(item, write, index > 0), write.op?.(item))).join('')
}

function markedHtml(html: string, op: string | undefined): string {
  if (op === 'added') return `<ins>${html}</ins>`
  if (op === 'removed') return `<del>${html}</del>`
  return op === 'restyled' ? `<span class="restyled">${html}</span>` : html
}

function itemHtml(item: unknown, write: InlineWriter, isWithin: boolean): string {
  if (!isRecord(item)) return ''
  if (item.type === 'link') return linkHtml(item, write)
  if (item.type === 'text') return styledHtml(item, write, isWithin)
  if (isInlinePoint(item)) return item.type === 'anchor' ? write.anchor(item.props.id) : ''
  return write.text(inlineText(item))
}

function linkHtml(link: Record<string, unknown>, { math }: InlineWriter): string {
  const content = inlineHtml(link.content, { ...PLAIN_WRITER, math })
  const href = typeof link.href === 'string' ? safeUrl(link.href) : undefined
  if (href === undefined) return content
  const title = typeof link.title === 'string' && link.title !== '' ? link.title : undefined
  const rel = isAbsoluteUrl(href) ? 'noopener' : undefined
  // In print, an address follows its link unless it is the link's text.
  const isBare = content === '' || inlineText(link.content) === link.href
  return `<a${attributes({ href, title, rel, class: isBare ? 'bare' : undefined })}>${content || escapeHtml(href)}</a>`
}

function styledHtml(item: Record<string, unknown>, write: InlineWriter, isWithin: boolean): string {
  const text = typeof item.text === 'string' ? item.text : ''
  if (!isRecord(item.styles)) return write.text(text, isWithin)
  const { math, code } = item.styles
  let html =
    math === true && text !== '' ? write.math(text) : code === true ? textHtml(text) : write.text(text, isWithin)
  if (html === '') return ''
  for (const [mark, tag] of MARK_TAGS.toReversed()) {
    if (item.styles[mark] === true) html = `<${tag}>${html}</${tag}>`
  }
  const classes = lookClasses(item.styles)
  return classes.length === 0 ? html : `<span${attributes({ class: classes.join(' ') })}>${html}</span>`
}

/** Escapes text and keeps its line breaks. */
export function textHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
