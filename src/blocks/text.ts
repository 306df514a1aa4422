// What a document says, without its looks: plain text for search and summaries, and the outline of its headings.
// It reads validated blocks, and any block a newer editor may have written.

import { blockTypeSpec, isMedia } from 'galley-blocks/block-types.ts'
import { type Block, isRecord, type TableContent, walkBlocks } from 'galley-blocks/model.ts'

export type OutlineEntry = { id: string; level: number; text: string; anchor: string }

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

/** A TextSection begins where its heading stands in the text of a document, and goes on to the next one. */
export type TextSection = { from: number; anchor: string; heading: string }

/** textWithSections is blocksToText, and where in it each heading stands. */
export function textWithSections(blocks: Block[]): { text: string; sections: TextSection[] } {
  const outline = new Map(outlineOf(blocks).map((entry) => [entry.id, entry]))
  const lines: string[] = []
  const sections: TextSection[] = []
  let from = 0
  for (const block of walkBlocks(blocks)) {
    const text = blockText(block)
    if (text === '') continue
    const entry = block.type === 'heading' ? outline.get(block.id) : undefined
    if (entry) sections.push({ from, anchor: entry.anchor, heading: entry.text })
    lines.push(text)
    from += text.length + 1
  }
  return { text: lines.join('\n'), sections }
}

/** blockText is the text of one block, without its children: the words of its props, where it has any, and its content. */
export function blockText(block: Block): string {
  return [propWords(block), contentText(block.content)].filter((words) => words !== '').join(' ')
}

/** propWords are the words that pictures, files and unknown blocks carry in their props. On text blocks a prop is no text. */
export function propWords(block: Block): string {
  return blockTypeSpec(block.type) && !isMedia(block.type) ? '' : propsText(block.props)
}

/** inlineText is the text of inline content of any shape: a string, a list of items, or an item we do not know. */
export function inlineText(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(inlineText).join('')
  if (!isRecord(content)) return ''
  if (typeof content.text === 'string') return content.text
  const inner = inlineText(content.content)
  return inner === '' && content.type !== 'link' && isRecord(content.props) ? propsText(content.props) : inner
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

/** outlineOf lists the headings in reading order, each with an anchor that is unique in the document. */
export function outlineOf(blocks: Block[]): OutlineEntry[] {
  const outline: OutlineEntry[] = []
  const makeAnchor = anchorMaker()
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'heading') continue
    const text = oneLine(inlineText(block.content))
    outline.push({ id: block.id, level: headingLevel(block), text, anchor: makeAnchor(text) })
  }
  return outline
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

function propsText(props: Record<string, unknown>): string {
  const words = TEXT_PROPS.map((key) => props[key]).filter((value) => typeof value === 'string' && value !== '')
  return [...new Set(words)].join(' ')
}

/** anchorMaker gives each text a slug of its letters and digits, of any script; -2, -3 … follow for equal ones. */
function anchorMaker(): (text: string) => string {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()
  return (text) => {
    const slug = anchorSlug(text)
    let anchor = slug
    for (let number = lastNumber.get(slug) ?? 1; taken.has(anchor); ) {
      number++
      anchor = `${slug}-${number}`
      lastNumber.set(slug, number)
    }
    taken.add(anchor)
    return anchor
  }
}

function anchorSlug(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug === '' ? 'section' : slug
}
