// A page's sources: notes at its end that need no script; reader.js adds a mark to each paragraph that opens its note. In
// Markdown the notes are footnotes. Access was checked before.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { oneLine } from 'galley-blocks/text.ts'
import type { PageNote } from '#features/evidence/reading.ts'
import { html, type Markup } from '../html.ts'
import { dateOf } from '../site.ts'
import type { SiteWords } from '../words.ts'

type ShownSource = PageNote['sources'][number]

/** Of a longer quote, the beginning and end suffice for a text fragment. */
const LONGEST_WHOLE = 80
const WORDS_AT_ENDS = 5

/** An address with a text fragment for the quote; hyphens have a meaning there. */
function sourceAddress({ url, quote }: ShownSource): string | null {
  if (!url) return null
  if (!quote || url.includes('#')) return url
  const named = (part: string) => encodeURIComponent(part.toWellFormed()).replaceAll('-', '%2D')
  const words = oneLine(quote).split(' ')
  const ends = [words.slice(0, WORDS_AT_ENDS), words.slice(-WORDS_AT_ENDS)].map((some) => named(some.join(' ')))
  return `${url}#:~:text=${quote.length <= LONGEST_WHOLE ? named(oneLine(quote)) : ends.join(',')}`
}

/** How much of a paragraph's beginning reader.js gets, to find it. */
const LONGEST_BEGINNING = 120

const nameOf = ({ title, kind }: ShownSource): string => (title ? title : kind)

export function sourcesList(notes: readonly PageNote[], lang: string, words: SiteWords): Markup {
  if (notes.length === 0) return html``
  const items = notes.map(
    (
      note,
      index,
    ) => html`<li id="source-${index + 1}" data-for="${note.text.slice(0, LONGEST_BEGINNING)}">${note.sources.map(sourceItem)}
<p class="facts">${note.approved_at !== null && html`<span>${words.say(note.approver ? 'approvedBy' : 'approved', { who: note.approver, date: dateOf(note.approved_at, lang) })}</span>`}${note.checked_at && html`<span>${words.say('checked', { date: dateOf(note.checked_at, lang) })}</span>`}${note.isUnderReview && html`<span class="closed">${words.say('underReview')}</span>`}</p></li>\n`,
  )
  return html`<details class="sources" id="sources"><summary>${words.say('sources')}</summary>
<ol>
${items}</ol></details>`
}

function sourceItem(source: ShownSource): Markup {
  const address = sourceAddress(source)
  const name = html`<cite dir="auto">${nameOf(source)}</cite>`
  return html`<div>${source.quote && html`<q dir="auto">${source.quote}</q> `}${address ? html`<a href="${address}">${name}</a>` : name}</div>`
}

/** The sources as JSON-LD. */
export const citations = (notes: readonly PageNote[], base: string): object[] =>
  notes.flatMap(({ sources }) =>
    sources.map((source) => ({
      '@type': 'CreativeWork',
      name: nameOf(source),
      ...(source.url && { url: source.url.startsWith('/') ? base + source.url : source.url }),
      ...(source.quote && { text: source.quote }),
    })),
  )

/** Adds a reference to each block with sources, and the notes; labels can't clash with authors' own. */
export function withFootnotes(saved: string, notes: readonly PageNote[], base: string): string {
  if (notes.every(({ sources }) => sources.length === 0)) return saved
  const blocks = JSON.parse(saved) as Block[]
  const labels = new Map(
    notes.filter(({ sources }) => sources.length > 0).map((note, at) => [note.block_id, `source-${at + 1}`]),
  )
  for (const block of walkBlocks(blocks)) {
    const label = labels.get(block.id)
    // Tables, code and images have no text to append to: only the note at the end.
    if (label && Array.isArray(block.content)) block.content.push(textItem(`[^${label}]`))
  }
  const definitions = notes.flatMap(({ block_id, sources }) => {
    const label = labels.get(block_id)
    return label ? [definition(label, sources, base)] : []
  })
  return JSON.stringify([...blocks, ...definitions])
}

const textItem = (text: string) => ({ type: 'text' as const, text, styles: {} })

function definition(label: string, sources: readonly ShownSource[], base: string): Block {
  const content = sources.flatMap((source, at) => {
    const name = oneLine(nameOf(source))
    const { url } = source
    const quoted = textItem(`${at === 0 ? `[^${label}]: ` : '; '}${source.quote ? `“${oneLine(source.quote)}” ` : ''}`)
    if (!url) return [quoted, textItem(name)]
    const href = url.startsWith('/') ? base + url : url
    return [quoted, { type: 'link' as const, href, content: [textItem(name)] }]
  })
  return { id: label, type: 'paragraph', props: {}, content, children: [] }
}
