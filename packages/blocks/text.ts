// A document's plain text, for search and summaries. Reads validated blocks, including unknown types from a newer editor.
// Headings are in outline.ts.

import { blockTypeSpec, wordProps } from './block-types.ts'
import { type Block, isRecord, type TableContent, walkBlocks } from './model.ts'

/** Props that contain text in blocks and inline items without content. */
const TEXT_PROPS = ['text', 'title', 'label', 'name', 'alt', 'caption'] as const

/** One line per block, in reading order; code and tables have several. */
export function blocksToText(blocks: Block[]): string {
  const lines: string[] = []
  for (const block of walkBlocks(blocks)) {
    const text = blockText(block)
    if (text !== '') lines.push(text)
  }
  return lines.join('\n')
}

/** A block's text without its children: from its props and its content. */
export function blockText(block: Block): string {
  return [propWords(block), contentText(block.content)].filter((words) => words !== '').join(' ')
}

/** The text in a block's props; guessed for unknown types. */
export function propWords(block: Block): string {
  const spec = blockTypeSpec(block.type)
  if (!spec) return propsText(block.props, TEXT_PROPS)
  return propsText(block.props, wordProps(spec))
}

/** The text of any inline content: a string, a list of items, or an unknown item. */
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

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Neither inline content nor content of an unknown kind. */
export function isTableContent(content: unknown): content is TableContent {
  return isRecord(content) && content.type === 'tableContent' && Array.isArray(content.rows)
}

/** A table cell's content in any of its three forms. */
export function cellContent(cell: unknown): unknown {
  return isRecord(cell) ? cell.content : cell
}

/** 1 to 6; without a level 1, as in the editor. */
export function headingLevel(block: Block): number {
  const level = block.props.level
  return typeof level === 'number' && Number.isInteger(level) ? Math.min(6, Math.max(1, level)) : 1
}

/** The text of any content: styled text, code or a table. */
export function contentText(content: unknown): string {
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

/** The page's title is its first-level heading, so a text's own are lowered by so many levels. */
export const headingShiftOf = (blocks: Iterable<Block>): number =>
  Iterator.from(blocks).some((block) => block.type === 'heading' && headingLevel(block) === 1) ? 1 : 0

function propsText(props: Record<string, unknown>, keys: readonly string[]): string {
  const words = keys.map((key) => props[key]).filter((value) => typeof value === 'string' && value !== '')
  return [...new Set(words)].join(' ')
}

/** The summary shown above the text; null if the text begins with it. */
export const leadOf = ([first]: Block[], summary: string | null): string | null =>
  summary !== null && first !== undefined && oneLine(blockText(first)).startsWith(oneLine(summary)) ? null : summary
