// Names of sources, and links to a quote on its page by a text fragment.

import type { Provenance } from 'galley-client/open.ts'
import type { EvidenceBlockOut, IterationOut } from 'galley-client/schema.ts'

/** The same for drafts and published documents. */
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

/** The source of an edit. */
export type QuotedSource = Provenance[string]['sources'][number]

/** A source within a sentence. */
export const sourceName = ({ kind, title }: QuotedSource): string =>
  kind === 'notes' || !title ? SOURCE_KINDS[kind].toLowerCase() : `“${title}”`

export function sourceLine(source: QuotedSource): string {
  const name = sourceName(source).replace(/^./, (letter) => letter.toUpperCase())
  return source.quote ? `${name}: “${source.quote}”` : name
}

/** Of a longer quote, the beginning and end suffice for a text fragment. */
const LONGEST_WHOLE = 80
const WORDS_AT_ENDS = 5

/** Slugs of an iteration's related documents by id. */
export function slugsOf({ extracted }: Pick<IterationOut, 'extracted'>): Map<number, string> {
  const related = extracted?.related
  if (!Array.isArray(related)) return new Map()
  return new Map((related as { id: number; slug: string }[]).map(({ id, slug }) => [id, slug]))
}

/** Links to the page of a slug. */
export const quoteLink = (slug: string, quote: string): string => atQuote(`/read/${encodeURIComponent(slug)}`, quote)

/** Adds a text fragment; hyphens have a meaning there. */
export function atQuote(address: string, quote: string): string {
  const text = quote.trim()
  if (text === '') return address
  const named = (part: string) => encodeURIComponent(part).replaceAll('-', '%2D')
  const words = text.split(/\s+/)
  const ends = [words.slice(0, WORDS_AT_ENDS), words.slice(-WORDS_AT_ENDS)].map((some) => named(some.join(' ')))
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${text.length <= LONGEST_WHOLE ? named(text) : ends.join(',')}`
}
