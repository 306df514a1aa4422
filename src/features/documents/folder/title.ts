// The title of a Markdown file: front matter names it, else its first heading does, which is then no part of the text.

import type { Block } from 'galley-blocks/model.ts'
import { blockText, oneLine } from '#blocks/text.ts'
import type { FrontMatterFields } from './front-matter.ts'

export function takeTitle(fields: FrontMatterFields, blocks: Block[]): { title?: string; blocks: Block[] } {
  if (fields.title !== undefined) return { title: fields.title, blocks }
  const [first, ...rest] = blocks
  const heading = first?.type === 'heading' && first.props.level === 1 ? oneLine(blockText(first)) : ''
  return heading === '' ? { blocks } : { title: heading, blocks: rest }
}
