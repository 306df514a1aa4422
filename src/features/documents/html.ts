// Blocks to the HTML that readers see, made once when content is saved, with its code coloured.

import { blocksToHtml } from '#blocks/html.ts'
import { headingLevel, inlineText, walkBlocks } from '#blocks/text.ts'
import type { Block } from '#blocks/types.ts'

/** RENDERER is raised whenever the same blocks give other HTML: what is stored is then made anew (rerender.ts). */
export const RENDERER = 1

export async function renderHtml(blocks: Block[]): Promise<string> {
  const { code, headingShift } = lookThrough(blocks)
  if (code.length === 0) return blocksToHtml(blocks, { headingShift })
  // Loaded with the first code that is saved: the list of grammars alone is worth some megabytes.
  const { colourCode } = await import('./highlight.ts')
  return blocksToHtml(blocks, { headingShift, highlight: await colourCode(code) })
}

/** renderUncoloured returns undefined when there is code to be coloured, which is renderHtml's affair. */
export function renderUncoloured(blocks: Block[]): string | undefined {
  const { code, headingShift } = lookThrough(blocks)
  return code.length === 0 ? blocksToHtml(blocks, { headingShift }) : undefined
}

function lookThrough(blocks: Block[]) {
  const code: { code: string; language: string }[] = []
  let headingShift = 0
  for (const { block } of walkBlocks(blocks)) {
    // The page's title is its first-level heading, so a document that has such headings moves one down.
    if (block.type === 'heading' && headingLevel(block) === 1) headingShift = 1
    if (block.type === 'codeBlock' && typeof block.props.language === 'string')
      code.push({ code: inlineText(block.content), language: block.props.language })
  }
  return { code, headingShift }
}
