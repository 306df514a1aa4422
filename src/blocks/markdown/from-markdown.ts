// Markdown (GFM, with containers, math and HTML) → blocks: it is parsed, and its tree becomes blocks (from-tree.ts). The result
// passes the gate of validate.ts, unless the Markdown itself holds more blocks than a document may.

import { randomUUID } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import type { Root } from 'mdast'
import { parseMarkdown, parsePlainMarkdown } from '../parsing/parse-markdown.ts'
import { type MakeId, plain, TreeConverter } from './from-tree.ts'

const anyId: MakeId = () => randomUUID()

const normalised = (markdown: string): string => markdown.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')

/** blocksFromPlainMarkdown is for the event loop: undefined where more characters than allowed need the full parser. */
export function blocksFromPlainMarkdown(markdown: string, mostDoubtful: number): Block[] | undefined {
  const tree = parsePlainMarkdown(normalised(markdown), mostDoubtful)
  return tree && new TreeConverter(tree, anyId).blocks
}

export function blocksFromMarkdown(markdown: string, makeId: MakeId = anyId): Block[] {
  const source = normalised(markdown)
  try {
    return new TreeConverter(parseMarkdown(source), makeId).blocks
  } catch (error) {
    // Only nesting that nobody wrote exhausts the stack. Its text is kept, as text.
    if (!(error instanceof RangeError)) throw error
    return plainParagraphs(source, makeId)
  }
}

/** blocksFromTree is for those who parse another kind of Markdown themselves: the nodes of the tree are the same. */
export const blocksFromTree = (tree: Root): Block[] => new TreeConverter(tree, anyId).blocks

/** blocksFromPage is for HTML that no one wrote by hand: tags that nobody knows are kept out of the text. */
export const blocksFromPage = (tree: Root): Block[] => new TreeConverter(tree, anyId, true).blocks

/** A PlacedBlock is a block of the document with the lines it was read from, counted from 1. */
type PlacedBlock = { block: Block; from: number; to: number }

/** placedBlocksFromMarkdown tells for each outermost block where it stands in the Markdown. */
export function placedBlocksFromMarkdown(markdown: string, makeId: MakeId): PlacedBlock[] {
  const source = normalised(markdown)
  try {
    const { blocks, lines } = new TreeConverter(parseMarkdown(source), makeId)
    return blocks.map((block) => ({ block, ...(lines.get(block) ?? { from: 1, to: 1 }) }))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const last = source.split('\n').length
    return plainParagraphs(source, makeId).map((block) => ({ block, from: 1, to: last }))
  }
}

function plainParagraphs(source: string, makeId: MakeId): Block[] {
  const texts = source.split(/\n(?:[ \t]*\n)+/).map((text) => text.trim())
  return texts
    .filter((text) => text !== '')
    .map((text) => ({ id: makeId(0), type: 'paragraph', props: {}, content: [plain(text)], children: [] }))
}
