// Markdown (GFM with containers, math and HTML) → blocks: parses it and converts the tree (from-tree.ts). The result is
// valid, unless it exceeds a document's number of blocks.

import { randomUUID } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import type { Root } from 'mdast'
import { parseMarkdown, parsePlainMarkdown } from '../parsing/parse-markdown.ts'
import { type MakeId, plain, TreeConverter } from './from-tree.ts'

const anyId: MakeId = () => randomUUID()

const normalised = (markdown: string): string => markdown.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')

/** For the event loop: undefined if more than `mostDoubtful` characters need the full parser. */
export function blocksFromPlainMarkdown(markdown: string, mostDoubtful: number): Block[] | undefined {
  const tree = parsePlainMarkdown(normalised(markdown), mostDoubtful)
  return tree && new TreeConverter(tree, anyId).blocks
}

export function blocksFromMarkdown(markdown: string, makeId: MakeId = anyId): Block[] {
  const source = normalised(markdown)
  try {
    return new TreeConverter(parseMarkdown(source), makeId).blocks
  } catch (error) {
    // Only absurd nesting exhausts the stack; its source is kept as text.
    if (!(error instanceof RangeError)) throw error
    return plainParagraphs(source, makeId)
  }
}

/** For other Markdown dialects, whose parsers produce the same nodes. */
export const blocksFromTree = (tree: Root): Block[] => new TreeConverter(tree, anyId).blocks

/** For generated HTML: unknown tags aren't shown as text. */
export const blocksFromPage = (tree: Root): Block[] => new TreeConverter(tree, anyId, true).blocks

/** A top-level block with the lines it was read from, counted from 1. */
type PlacedBlock = { block: Block; from: number; to: number }

/** Top-level blocks with their lines in the Markdown. */
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
