// Suggestions: proposed texts for a page or a block, by people who need not be editors. Nothing is published before an editor
// merges it.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { enoughWaits, invalidValue, notFound } from '#errors.ts'
import { readableBy } from '../access/access.ts'
import { findReadable } from '../access/store.ts'
import { propose } from '../review/propose.ts'
import { countSuggested, updateProposal } from '../review/store.ts'
import { findPublished } from '../revisions/store.ts'
import { senderOf, type WaitingLimits } from '../sender.ts'
import { prepare } from '../writing/prepare/prepare.ts'
import { getForChange } from '../writing/write.ts'
import type { ProposalDeps } from './service.ts'

/** A title fits on one line. */
const LONGEST_TITLE = 120

type SuggestedFor = { documentId: number; reason: string; block_id?: string }

/** Parses the text; returns a function that proposes it, or undefined if nothing would change. */
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

/**
 * For visitors. Limits pending suggestions per sender and page, and in all; checked before anything is read, and again under
 * a lock.
 */
export async function suggestEdit(
  deps: ProposalDeps,
  actor: Actor,
  { documentId, markdown, reason }: { documentId: number; markdown: string; reason: string },
  most: WaitingLimits,
): Promise<number | undefined> {
  const sender = await senderOf(deps.db, actor, documentId)
  const refuse = async (query: Query) => {
    const { ofSender, inAll } = await countSuggested(query, sender)
    if (ofSender >= most.ofSender)
      throw enoughWaits(`${ofSender} suggestions from you for this page wait for an editor`)
    if (inAll >= most.inAll)
      throw enoughWaits('No more suggestions are taken until an editor has looked at those that wait')
  }
  await refuse(deps.db.read)
  const propose = await prepareSuggestion(deps, actor, markdown)
  return deps.db.inTransaction(async (tx) => {
    await deps.db.dialect.lock(tx, 'suggestions')
    await refuse(tx)
    const id = await propose(tx, { documentId, reason })
    if (id !== undefined) await updateProposal(tx, id, { sender })
    return id
  })
}

/** Replaces a block by the first of the new ones and inserts the others after it. */
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
