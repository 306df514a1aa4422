// Between the service's blocks and the editor's: the editor refuses types and values that it does not know, so those are
// shown as their text and put back as they were when saved, unless someone changed them.

import type { Block } from '../api/open.ts'
import { textOf } from './text.ts'

const KNOWN = new Set([
  'paragraph',
  'heading',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'toggleListItem',
  'quote',
  'codeBlock',
  'table',
  'image',
  'file',
  'video',
  'audio',
  'divider',
])

export type Strange = Map<string, { original: Block; shown: string }>

/** toEditor returns blocks that the editor can hold, and what had to be replaced, by id. */
export function toEditor(blocks: Block[]): { blocks: Block[]; strange: Strange } {
  const strange: Strange = new Map()
  const convert = (block: Block): Block => {
    const children = (block.children ?? []).map(convert)
    if (KNOWN.has(block.type)) return { ...block, children }
    const shown = textOf(block) || `[${block.type}]`
    strange.set(block.id, { original: block, shown })
    return { id: block.id, type: 'paragraph', content: shown, children }
  }
  return { blocks: blocks.map(convert), strange }
}

export function fromEditor(blocks: Block[], strange: Strange): Block[] {
  return blocks.map((block) => {
    const children = fromEditor(block.children ?? [], strange)
    const kept = strange.get(block.id)
    if (kept && block.type === 'paragraph' && textOf(block) === kept.shown) return { ...kept.original, children }
    return { ...block, children }
  })
}

/** withoutTrailing drops the empty paragraph that the editor always keeps at the end. */
export function withoutTrailing(blocks: Block[]): Block[] {
  const last = blocks.at(-1)
  const empty = last?.type === 'paragraph' && textOf(last) === '' && (last.children ?? []).length === 0
  return empty ? blocks.slice(0, -1) : blocks
}
