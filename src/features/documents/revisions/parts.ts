// The parts of a proposal: a field, a block by id, the order of blocks, or the action. People approve parts; each approval
// saves a hash of the part's text, so that it lapses only with that part. Pure.

import { hash } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import type { Revision } from './store.ts'

export const PART_CHANGES = ['added', 'changed', 'removed', 'moved'] as const
export type ProposedPart = { id: string; change: (typeof PART_CHANGES)[number]; said: string }

export type PartedText = Pick<Revision, 'title' | 'summary' | 'tags' | 'blocks'>

const FIELDS = ['title', 'summary', 'tags'] as const

export function changedParts(base: PartedText, mine: PartedText, action: string | null): ProposedPart[] {
  const parts: ProposedPart[] = FIELDS.filter((field) => mine[field] !== base[field]).map((field) => ({
    id: field,
    change: 'changed',
    said: saidOf(mine[field]),
  }))
  if (mine.blocks !== base.blocks) parts.push(...changedBlocks(JSON.parse(base.blocks), JSON.parse(mine.blocks)))
  if (action !== null) parts.push({ id: 'action', change: 'changed', said: saidOf(action) })
  return parts
}

const saidOf = (value: unknown): string => hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, 22)

function changedBlocks(was: Block[], is: Block[]): ProposedPart[] {
  const [before, after] = [was, is].map((blocks) => new Map(blocks.map((block) => [block.id, JSON.stringify(block)])))
  const parts: ProposedPart[] = []
  for (const [id, wording] of after!)
    if (wording !== before!.get(id))
      parts.push({ id, change: before!.has(id) ? 'changed' : 'added', said: saidOf(wording) })
  for (const id of before!.keys()) if (!after!.has(id)) parts.push({ id, change: 'removed', said: saidOf(null) })
  const order = (blocks: Block[], others: Map<string, string>) =>
    blocks.flatMap(({ id }) => (others.has(id) ? [id] : [])).join('\n')
  const now = order(is, before!)
  if (order(was, after!) !== now) parts.push({ id: 'order', change: 'moved', said: saidOf(now) })
  return parts
}

/** What the blocks say, by id. Ids are left out of it: a block that is written anew may get another. */
export const wordingsOf = ({ blocks }: PartedText): Map<string, string> =>
  new Map(
    (JSON.parse(blocks) as Block[]).map((block) => [
      block.id,
      JSON.stringify(block, (key, value: unknown) => (key === 'id' ? undefined : value)),
    ]),
  )
