// Two texts that began from the same one, merged: of each part, the change that only one of them made is taken. Pure.

import { mergeTexts } from 'galley-blocks/merge.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { WrittenText } from './write.ts'

/** CopyContent is what a text says; tags and blocks are JSON, as they are saved. */
export type CopyContent = Pick<WrittenText, (typeof SAID)[number]>
const SAID = ['title', 'summary', 'tags', 'blocks'] as const

export const isSameText = (one: CopyContent, other: CopyContent): boolean =>
  SAID.every((part) => one[part] === other[part])

/**
 * MergedContent has in `conflicts` what both changed, for a person to choose: a field, or a block by its id. Of that `content` is
 * what the document says.
 */
type MergedContent = { content: CopyContent; conflicts: string[] }

export function mergeCopy(base: CopyContent, mine: CopyContent, theirs: CopyContent): MergedContent {
  const conflicts: string[] = []
  const pick = <Part extends 'title' | 'summary' | 'tags'>(part: Part): CopyContent[Part] => {
    if (mine[part] === base[part] || mine[part] === theirs[part]) return theirs[part]
    if (theirs[part] === base[part]) return mine[part]
    conflicts.push(part)
    return theirs[part]
  }
  const fields = { title: pick('title'), summary: pick('summary'), tags: pick('tags') }
  if (mine.blocks === base.blocks) return { content: { ...fields, blocks: theirs.blocks }, conflicts }
  if (theirs.blocks === base.blocks) return { content: { ...fields, blocks: mine.blocks }, conflicts }
  const texts = [base, mine, theirs].map(({ blocks }) => JSON.parse(blocks) as Block[]) as [Block[], Block[], Block[]]
  const merged = mergeTexts(...texts)
  conflicts.push(...merged.conflicts.map(({ id }) => id), ...(merged.isOrderTheirs ? ['order'] : []))
  return { content: { ...fields, blocks: JSON.stringify(merged.blocks) }, conflicts }
}
