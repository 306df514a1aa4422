// Blocks to the HTML that readers see, made once when content is saved, with its code coloured.

import { blocksToHtml } from '#blocks/html.ts'
import { headingLevel, inlineText, walkBlocks } from '#blocks/text.ts'
import type { Block } from '#blocks/types.ts'

export async function renderHtml(blocks: Block[]): Promise<string> {
  const pieces: { code: string; language: string }[] = []
  let headingShift = 0
  for (const { block } of walkBlocks(blocks)) {
    // The page's title is its first-level heading, so a document that has such headings moves one down.
    if (block.type === 'heading' && headingLevel(block) === 1) headingShift = 1
    if (block.type === 'codeBlock' && typeof block.props.language === 'string')
      pieces.push({ code: inlineText(block.content), language: block.props.language })
  }
  // Loaded with the first code that is saved: the list of grammars alone is worth some megabytes.
  const highlight = pieces.length === 0 ? undefined : await (await import('./highlight.ts')).colourCode(pieces)
  return blocksToHtml(blocks, { headingShift, ...(highlight && { highlight }) })
}
