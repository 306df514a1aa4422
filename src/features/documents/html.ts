// Blocks to the HTML that readers see, made once when content is saved, with its code coloured.

import { blocksToHtml } from '#blocks/html.ts'
import { headingLevel, inlineText, walkBlocks } from '#blocks/text.ts'
import type { Block } from '#blocks/types.ts'

/** RENDERER is raised whenever the same blocks give other HTML: what is stored is then made anew (rerender.ts). */
export const RENDERER = 1

export async function renderHtml(blocks: Block[]): Promise<string> {
  const code = codeIn(blocks)
  // Loaded with the first code that is saved: the list of grammars alone is worth some megabytes.
  const highlight = code.length === 0 ? undefined : await (await import('./highlight.ts')).colourCode(code)
  // The page's title is its first-level heading, so a document that has such headings moves one down.
  return blocksToHtml(blocks, { headingShift: hasTopHeading(blocks) ? 1 : 0, ...(highlight && { highlight }) })
}

/** codeIn is the code that has a language to be coloured by. */
export function codeIn(blocks: Block[]): { code: string; language: string }[] {
  const pieces: { code: string; language: string }[] = []
  for (const { block } of walkBlocks(blocks))
    if (block.type === 'codeBlock' && typeof block.props.language === 'string')
      pieces.push({ code: inlineText(block.content), language: block.props.language })
  return pieces
}

function hasTopHeading(blocks: Block[]): boolean {
  for (const { block } of walkBlocks(blocks)) if (block.type === 'heading' && headingLevel(block) === 1) return true
  return false
}
