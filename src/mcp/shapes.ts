// Schemas shared by tools, and how a list's document is presented to an assistant.

import { type TProperties, Type } from 'typebox'
import type { DocumentListOut } from '#features/documents/schemas.ts'
import { Nullable, Timestamp } from '#http/atoms.ts'

/** An object that refuses undeclared arguments and fields. */
export const exact = <P extends TProperties>(fields: P) => Type.Object(fields, { additionalProperties: false })

export const Slug = Type.String({
  minLength: 1,
  maxLength: 300,
  nfc: true,
  description: 'The slug of a page, as search_docs, list_tree and list_recent give it.',
})

export const ListedPage = exact({
  slug: Type.String(),
  title: Type.String(),
  summary: Nullable(Type.String()),
  category: Nullable(Type.String()),
  url: Type.String(),
  updated_at: Timestamp,
})

export const pageUrl = (base: string, slug: string): string => `${base}/read/${encodeURIComponent(slug)}`

export const listedPage = (base: string, { slug, title, summary, category, updated_at }: DocumentListOut) => ({
  slug,
  title,
  summary,
  category,
  url: pageUrl(base, slug),
  updated_at,
})

/** cut shortens a text without splitting a character in two. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, wholeEnd(text, length))}…`

/** The nearest end that splits no surrogate pair. */
export function wholeEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1)
  return end < text.length && unit >= 0xd800 && unit <= 0xdbff ? end - 1 : Math.min(end, text.length)
}
