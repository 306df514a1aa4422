// What a document says, without its looks: plain text for search and summaries. The outline of its headings is outline.ts.
// It reads validated blocks, and any block a newer editor may have written.

import { blockTypeSpec, wordProps } from 'galley-blocks/block-types.ts'
import { type Block, isRecord, type TableContent, walkBlocks } from 'galley-blocks/model.ts'

/** TEXT_PROPS are the props in which blocks and inline items without content carry words. */
const TEXT_PROPS = ['text', 'title', 'label', 'name', 'alt', 'caption'] as const

/** blocksToText gives one line per block, in reading order; lines of code and rows of tables are lines of their own. */
export function blocksToText(blocks: Block[]): string {
  const lines: string[] = []
  for (const block of walkBlocks(blocks)) {
    const text = blockText(block)
    if (text !== '') lines.push(text)
  }
  return lines.join('\n')
}

/** blockText is the text of one block, without its children: the words of its props, where it has any, and its content. */
export function blockText(block: Block): string {
  return [propWords(block), contentText(block.content)].filter((words) => words !== '').join(' ')
}

/** propWords are the words that a block carries in its props: the table names them, and of other types we guess. */
export function propWords(block: Block): string {
  const spec = blockTypeSpec(block.type)
  if (!spec) return propsText(block.props, TEXT_PROPS)
  return propsText(block.props, wordProps(spec))
}

/** inlineText is the text of inline content of any shape: a string, a list of items, or an item we do not know. */
export function inlineText(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(inlineText).join('')
  if (!isRecord(content)) return ''
  if (typeof content.text === 'string') return content.text
  const inner = inlineText(content.content)
  return inner === '' && content.type !== 'link' && isRecord(content.props)
    ? propsText(content.props, TEXT_PROPS)
    : inner
}

/** oneLine puts a text on one line, for places that allow no line break. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** isTableContent: neither inline content nor content of an unknown kind. */
export function isTableContent(content: unknown): content is TableContent {
  return isRecord(content) && content.type === 'tableContent' && Array.isArray(content.rows)
}

/** cellContent is what a table cell holds, in whichever of its three spellings. */
export function cellContent(cell: unknown): unknown {
  return isRecord(cell) ? cell.content : cell
}

/** headingLevel is 1 to 6; a heading that names none is of the first level, as in the editor. */
export function headingLevel(block: Block): number {
  const level = block.props.level
  return typeof level === 'number' && Number.isInteger(level) ? Math.min(6, Math.max(1, level)) : 1
}

function contentText(content: unknown): string {
  if (!isTableContent(content)) return inlineText(content)
  return content.rows
    .map((row) =>
      row.cells
        .map((cell) => inlineText(cellContent(cell)))
        .filter((text) => text !== '')
        .join(' '),
    )
    .filter((line) => line !== '')
    .join('\n')
}

function propsText(props: Record<string, unknown>, keys: readonly string[]): string {
  const words = keys.map((key) => props[key]).filter((value) => typeof value === 'string' && value !== '')
  return [...new Set(words)].join(' ')
}

/** leadOf is the summary as a page shows it above its text: nothing where the text begins with it. */
export const leadOf = ([first]: Block[], summary: string | null): string | null =>
  summary !== null && first !== undefined && oneLine(blockText(first)).startsWith(oneLine(summary)) ? null : summary
