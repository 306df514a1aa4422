// How sources are shown: what their kinds are called, and the way to the page that one quotes, at the quote (browsers scroll
// to a text that the address names).

import type { Provenance } from 'galley-client/open.ts'
import type { EvidenceBlockOut, IterationOut } from 'galley-client/schema.ts'

/** Drafts and published documents name their sources alike. */
export const SOURCE_KINDS: Record<EvidenceBlockOut['sources'][number]['kind'], string> = {
  document: 'Document',
  material: 'Material',
  notes: 'Your notes',
  answer: 'Answer',
  action: 'Action',
  draft: 'Earlier draft',
  url: 'Web page',
  text: 'Text',
}

/** A QuotedSource is what an edit rests on. */
export type QuotedSource = Provenance[string]['sources'][number]

/** sourceName is a source inside a sentence. */
export const sourceName = ({ kind, title }: QuotedSource): string =>
  kind === 'notes' || !title ? SOURCE_KINDS[kind].toLowerCase() : `“${title}”`

export function sourceLine(source: QuotedSource): string {
  const name = sourceName(source).replace(/^./, (letter) => letter.toUpperCase())
  return source.quote ? `${name}: “${source.quote}”` : name
}

/** Of a long quote its beginning and its end are enough to find it. */
const LONGEST_WHOLE = 80
const WORDS_AT_ENDS = 5

/** slugsOf are the addresses of the documents that an iteration was offered, by their ids. */
export function slugsOf({ extracted }: Pick<IterationOut, 'extracted'>): Map<number, string> {
  const related = extracted?.related
  if (!Array.isArray(related)) return new Map()
  return new Map((related as { id: number; slug: string }[]).map(({ id, slug }) => [id, slug]))
}

/** quoteLink leads to the page of a slug. */
export const quoteLink = (slug: string, quote: string): string => atQuote(`/read/${encodeURIComponent(slug)}`, quote)

/** atQuote leads to a text on a page; a hyphen has a meaning of its own in what names a text. */
export function atQuote(address: string, quote: string): string {
  const text = quote.trim()
  if (text === '') return address
  const named = (part: string) => encodeURIComponent(part).replaceAll('-', '%2D')
  const words = text.split(/\s+/)
  const ends = [words.slice(0, WORDS_AT_ENDS), words.slice(-WORDS_AT_ENDS)].map((some) => named(some.join(' ')))
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${text.length <= LONGEST_WHOLE ? named(text) : ends.join(',')}`
}
