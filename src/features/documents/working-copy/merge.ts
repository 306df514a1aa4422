// What a working copy and its document say, merged: of each part, the change that only one of them made is taken. Pure.

import { mergeBlocks } from 'galley-blocks/merge.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { CopyContent } from '../reading/working-copy.ts'

/** mergeCopy is undefined where both changed the same block, the title, the summary or the tags. */
export function mergeCopy(base: CopyContent, mine: CopyContent, theirs: CopyContent): CopyContent | undefined {
  const pick = <Part extends keyof CopyContent>(part: Part): CopyContent[Part] | undefined => {
    if (mine[part] === base[part] || mine[part] === theirs[part]) return theirs[part]
    return theirs[part] === base[part] ? mine[part] : undefined
  }
  const [title, summary, tags] = [pick('title'), pick('summary'), pick('tags')]
  const blocks = pick('blocks') ?? mergedBlocks(base, mine, theirs)
  if (title === undefined || summary === undefined || tags === undefined || blocks === undefined) return undefined
  return { title, summary, tags, blocks }
}

function mergedBlocks(...said: [CopyContent, CopyContent, CopyContent]): string | undefined {
  const [base, mine, theirs] = said.map(({ blocks }) => JSON.parse(blocks) as Block[]) as [Block[], Block[], Block[]]
  const merged = mergeBlocks(base, mine, theirs)
  return merged && JSON.stringify(merged)
}
