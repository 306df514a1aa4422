// Three-way merge of two texts with the same base: takes each part from the side that changed it. Pure.

import { mergeTexts } from 'galley-blocks/merge.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { WrittenText } from './write.ts'

/** A text; tags and blocks are JSON as saved. */
export type CopyContent = Pick<WrittenText, (typeof SAID)[number]>
const SAID = ['title', 'summary', 'tags', 'blocks'] as const

export const isSameText = (one: CopyContent, other: CopyContent): boolean =>
  SAID.every((part) => one[part] === other[part])

/**
 * `conflicts` are parts that both changed (a field, or a block by id), for a person to choose; `content` has the document's
 * version of them. `mixed` are the ids of blocks that contain words of both.
 */
type MergedContent = { content: CopyContent; conflicts: string[]; mixed: string[] }

export function mergeCopy(base: CopyContent, mine: CopyContent, theirs: CopyContent): MergedContent {
  const conflicts: string[] = []
  const pick = <Part extends 'title' | 'summary' | 'tags'>(part: Part): CopyContent[Part] => {
    if (mine[part] === base[part] || mine[part] === theirs[part]) return theirs[part]
    if (theirs[part] === base[part]) return mine[part]
    conflicts.push(part)
    return theirs[part]
  }
  const fields = { title: pick('title'), summary: pick('summary'), tags: pick('tags') }
  if (mine.blocks === base.blocks) return { content: { ...fields, blocks: theirs.blocks }, conflicts, mixed: [] }
  if (theirs.blocks === base.blocks) return { content: { ...fields, blocks: mine.blocks }, conflicts, mixed: [] }
  const texts = [base, mine, theirs].map(({ blocks }) => JSON.parse(blocks) as Block[]) as [Block[], Block[], Block[]]
  const merged = mergeTexts(...texts)
  conflicts.push(...merged.conflicts.map(({ id }) => id), ...(merged.isOrderTheirs ? ['order'] : []))
  return { content: { ...fields, blocks: JSON.stringify(merged.blocks) }, conflicts, mixed: merged.mixed }
}
