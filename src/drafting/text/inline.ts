// Converts between inline Markdown and a block's content.

import type { Block, Inline } from 'galley-blocks/model.ts'
import { inlineText, oneLine } from 'galley-blocks/text.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'

const UNMARKED = /^\p{L}(?:[\p{L}\p{M}\p{N} ,;'’()%€]|[.!?](?: |$)|-(?=\p{L}))*$/u

/** Reads inline Markdown; text that would become another block than a paragraph stays plain. */
export function inlineOf(markdown: string): Inline[] {
  // Most sentences have no markup, and parsing is expensive.
  if (UNMARKED.test(markdown)) return [{ type: 'text', text: oneLine(markdown), styles: {} }]
  const [only, ...others] = blocksFromMarkdown(markdown.trim())
  const isInline = only?.type === 'paragraph' && others.length === 0 && Array.isArray(only.content)
  return isInline ? (only.content as Inline[]) : [{ type: 'text', text: markdown.trim(), styles: {} }]
}

/** `makeId` gets the block's number. */
export function blocksOf(markdown: string, makeId: (nth: number) => string): Block[] {
  let nth = 0
  return blocksFromMarkdown(markdown, () => makeId(++nth))
}

/** Inline Markdown without its markup. */
export const plainOf = (markdown: string): string => inlineText(inlineOf(markdown))

export const markdownOf = (block: Block): string => blocksToMarkdown([block]).trim()
