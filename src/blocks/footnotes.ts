// Footnotes as both Markdown directions see them: a top-level paragraph that starts with "[^label]: " holds one.

import { inlineText } from '#blocks/text.ts'
import type { Block } from '#blocks/types.ts'

/** FOOTNOTE_DEFINITION is how such a paragraph starts; it makes every `[^label]` of the document a reference. */
export const FOOTNOTE_DEFINITION = /^\[\^([\p{L}\p{N}_.-]+)\]:(?: |$)/u

/** withBareBlankLines empties the lines of blanks in code: the parser does not take the indent of a footnote off them. */
export function withBareBlankLines(blocks: Block[]): Block[] {
  return blocks.map((block) => {
    const children = withBareBlankLines(block.children)
    if (block.type !== 'codeBlock') return { ...block, children }
    const code = inlineText(block.content).replace(/^[ \t]+$/gm, '')
    return { ...block, content: code === '' ? [] : [{ type: 'text', text: code, styles: {} }], children }
  })
}
