// The title of a Markdown file: front matter names it, else its first heading does, which is then no part of the text.

import type { Block } from 'galley-blocks/model.ts'
import { blockText, oneLine } from '#blocks/text.ts'
import type { FrontMatterFields } from './front-matter.ts'

/** takeTitle with `once` leaves out a first heading that only says the title again, as pages of other tools do. */
export function takeTitle(
  fields: FrontMatterFields,
  blocks: Block[],
  once = false,
): { title?: string; blocks: Block[]; isHeaded: boolean } {
  const at = titleAt(blocks)
  const first = blocks[at]
  const rest = blocks.toSpliced(Math.max(at, 0), 1)
  const heading = first?.type === 'heading' && first.props.level === 1 ? oneLine(blockText(first)) : ''
  if (fields.title !== undefined) {
    const isHeaded = once && heading === oneLine(fields.title)
    return { title: fields.title, blocks: isHeaded ? rest : blocks, isHeaded }
  }
  return heading === '' ? { blocks, isHeaded: false } : { title: heading, blocks: rest, isHeaded: true }
}

/** withTitle puts the title where takeTitle() finds it. */
export function withTitle(title: string, blocks: Block[]): Block[] {
  const content = [{ type: 'text' as const, text: title, styles: {} }]
  const heading: Block = { id: '', type: 'heading', props: { level: 1 }, content, children: [] }
  const at = titleAt(blocks)
  return blocks.toSpliced(at === -1 ? blocks.length : at, 0, heading)
}

/** titleAt: what nobody knows, such as a script before the page, is not seen before its title. */
const titleAt = (blocks: Block[]): number =>
  blocks.findIndex(({ type, children }) => type !== 'unknown' || children.length > 0)
