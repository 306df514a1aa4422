// Changes of a proposal's parts: reverting, replacing, resolving conflicts.

import { mergeTexts } from 'galley-blocks/merge.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { ProposalDetail } from 'galley-client/schema.ts'

export type ProposalPart = ProposalDetail['parts'][number]
export type ProposedSide = NonNullable<ProposalDetail['text']>
type ProposalChange = Partial<Pick<ProposedSide, 'title' | 'summary' | 'tags' | 'blocks'>>

const FIELDS = ['title', 'summary', 'tags'] as const
const isField = (part: string): part is (typeof FIELDS)[number] => FIELDS.includes(part as never)

/** The change that sets one part to the other side's text; undefined if the part can't be isolated. */
export function withPartOf(text: ProposedSide, other: ProposedSide, part: string): ProposalChange | undefined {
  if (isField(part)) return { [part]: other[part] }
  const was = other.blocks.find(({ id }) => id === part)
  if (text.blocks.some(({ id }) => id === part)) return { blocks: replaceBlock(text.blocks, part, was ? [was] : []) }
  return was && { blocks: inserted(text.blocks, other.blocks, was) }
}

export const replaceBlock = (blocks: Block[], id: string, by: Block[]): Block[] =>
  blocks.flatMap((block) => (block.id === id ? by : [block]))

/** Inserts a block after its nearest former predecessor that still exists. */
function inserted(blocks: Block[], others: Block[], block: Block): Block[] {
  const before = new Set(others.slice(0, others.indexOf(block)).map(({ id }) => id))
  const at = blocks.findLastIndex(({ id }) => before.has(id)) + 1
  return blocks.toSpliced(at, 0, block)
}

/** The proposed text merged with the current document, with the chosen side of each conflict. */
export function resolved(
  { base, text, current, conflicts }: ProposalDetail,
  isMine: (part: string) => boolean,
): ProposalChange {
  const [from, mine, theirs] = [base!, text!, current!]
  const merged = mergeTexts(from.blocks, mine.blocks, theirs.blocks).blocks
  const pick = <Field extends (typeof FIELDS)[number]>(field: Field): ProposedSide[Field] => {
    const isOwn = JSON.stringify(mine[field]) !== JSON.stringify(from[field])
    return isOwn && (!conflicts.includes(field) || isMine(field)) ? mine[field] : theirs[field]
  }
  let done: ProposedSide = {
    ...mine,
    title: pick('title'),
    summary: pick('summary'),
    tags: pick('tags'),
    blocks: merged,
  }
  for (const part of conflicts)
    if (!isField(part)) done = { ...done, ...withPartOf(done, isMine(part) ? mine : theirs, part) }
  const { title, summary, tags, blocks } = done
  return { title, summary, tags, blocks }
}
