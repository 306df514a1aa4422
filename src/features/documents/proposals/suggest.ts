// Suggestions: a proposal of another text for a page or one block of it, from people who need not be editors. Nothing of it is
// published before an editor merges it.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue, notFound } from '#errors.ts'
import { readableBy } from '../access/access.ts'
import { findReadable } from '../access/store.ts'
import { propose } from '../review/propose.ts'
import { findPublished } from '../revisions/store.ts'
import { prepare } from '../writing/prepare/prepare.ts'
import { getForChange } from '../writing/write.ts'
import type { ProposalDeps } from './service.ts'

/** What fits into a line says best what a suggestion is about. */
const LONGEST_TITLE = 120

type SuggestedFor = { documentId: number; reason: string; block_id?: string }

/** prepareSuggestion reads the text; what it returns proposes it, and returns the proposal, or undefined where nothing would change. */
export async function prepareSuggestion(deps: ProposalDeps, actor: Actor, markdown: string) {
  const { blocks } = await prepare(deps, actor, { markdown })
  return async (tx: Tx, { documentId, reason, block_id }: SuggestedFor): Promise<number | undefined> => {
    if (!(await findReadable(tx, readableBy(actor), { id: documentId }))) throw notFound('Document')
    const document = await getForChange(deps, tx, documentId, { actor })
    const base = (await findPublished(tx, documentId))!
    const text = block_id === undefined ? blocks : withBlock(base.blocks, block_id, JSON.parse(blocks) as Block[])
    const by = { actor, origin: 'hand', at: deps.clock.now() } as const
    const trimmed = reason.trim()
    const title = trimmed === '' || trimmed.length > LONGEST_TITLE || trimmed.includes('\n') ? document.title : trimmed
    const as = { title, reason: trimmed || null, state: 'open', by_save: 0 } as const
    return (await propose(tx, document, base, { text: { blocks: text }, action: {} }, as, by))?.id
  }
}

/** withBlock puts the first of the new blocks in the place of one, and the others behind it. */
function withBlock(base: string, id: string, given: Block[]): string {
  const blocks = JSON.parse(base) as Block[]
  const [first, ...rest] = given
  const list = [blocks, ...[...walkBlocks(blocks)].map(({ children }) => children)].find((some) =>
    some.some((block) => block.id === id),
  )
  const at = list?.findIndex((block) => block.id === id) ?? -1
  if (!list || !first || at === -1)
    throw invalidValue(['body', 'block_id'], `The published text has no block ${id}`, id)
  list.splice(at, 1, { ...first, id, children: list[at]!.children }, ...rest)
  return JSON.stringify(blocks)
}
