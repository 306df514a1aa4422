// The title of a Markdown file: front matter names it, else its first heading does, which is then no part of the text.

import type { Block } from 'galley-blocks/model.ts'
import { blockText, oneLine } from 'galley-blocks/text.ts'
import type { FrontMatterFields } from './front-matter.ts'

/** With `once` a first heading that repeats the title is removed, as other tools' pages have one. */
export function extractTitle(
  fields: FrontMatterFields,
  blocks: Block[],
  once = false,
): { title?: string; blocks: Block[] } {
  const at = titleAt(blocks)
  const first = blocks[at]
  const rest = blocks.toSpliced(Math.max(at, 0), 1)
  const heading = first?.type === 'heading' && first.props.level === 1 ? oneLine(blockText(first)) : ''
  if (fields.title !== undefined) {
    const isSaidTwice = once && heading === oneLine(fields.title)
    return { title: fields.title, blocks: isSaidTwice ? rest : blocks }
  }
  return heading === '' ? { blocks } : { title: heading, blocks: rest }
}

/** Finds the title heading, skipping unknown blocks (such as scripts) before it. */
const titleAt = (blocks: Block[]): number =>
  blocks.findIndex(({ type, children }) => type !== 'unknown' || children.length > 0)
