// Inline Markdown as the content of a block, and back.

import type { Block, Inline } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { inlineText, oneLine } from '#blocks/text.ts'

const UNMARKED = /^\p{L}(?:[\p{L}\p{M}\p{N} ,;'’()%€]|[.!?](?: |$)|-(?=\p{L}))*$/u

/** inlineOf reads inline Markdown; what would become something else than a paragraph is kept as plain text. */
export function inlineOf(markdown: string): Inline[] {
  // Most sentences have no mark in them, and the parser is not cheap.
  if (UNMARKED.test(markdown)) return [{ type: 'text', text: oneLine(markdown), styles: {} }]
  const [only, ...others] = blocksFromMarkdown(markdown.trim())
  const isInline = only?.type === 'paragraph' && others.length === 0 && Array.isArray(only.content)
  return isInline ? (only.content as Inline[]) : [{ type: 'text', text: markdown.trim(), styles: {} }]
}

/** blocksOf reads Markdown; `makeId` is given the number of the block. */
export function blocksOf(markdown: string, makeId: (nth: number) => string): Block[] {
  let nth = 0
  return blocksFromMarkdown(markdown, () => makeId(++nth))
}

/** plainOf is inline Markdown without its marks, as the text of a block has it. */
export const plainOf = (markdown: string): string => inlineText(inlineOf(markdown))

/** markdownOf writes a block as Markdown. */
export const markdownOf = (block: Block): string => blocksToMarkdown([block]).trim()
