// Drafts of jobs under review: approving one counts as approving a proposal with its text; the last required approval
// publishes it.

import type { Actor, Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, forbidden } from '#errors.ts'
import { type ProposalRef, propose, report } from '../review/propose.ts'
import { findDocumentRule } from '../review/rules-store.ts'
import { findByIteration, holdProposal, type ProposalRow, updateProposal } from '../review/store.ts'
import { findPublished, type Revision } from '../revisions/store.ts'
import { stateOfIt } from './access.ts'
import { giveApproval } from './service.ts'

type CountedDraft = { iterationId: number; text: Revision; version: number }
type CountingDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Undefined if no review is needed. */
export async function countApproval(
  deps: CountingDeps,
  tx: Tx,
  actor: Actor,
  draft: CountedDraft,
): Promise<ProposalRef | undefined> {
  const { document_id: id } = draft.text
  if ((await findDocumentRule(tx, id))?.publishing !== 'review') return undefined
  if (actor.userId === null) throw forbidden('Approving what is published after review needs an account')
  const proposal = await proposalOf(deps, tx, actor as Person, draft)
  return proposal && { id: proposal.id, state: await giveApproval(deps, tx, actor as Person, proposal, {}) }
}

/** A proposal with the draft's current text; approvals of an older text lapse. None if the text equals the published one. */
async function proposalOf(
  deps: CountingDeps,
  tx: Tx,
  actor: Person,
  draft: CountedDraft,
): Promise<ProposalRow | undefined> {
  const { iterationId, text, version } = draft
  const base = (await findPublished(tx, text.document_id))!
  const earlier = await findByIteration(tx, iterationId)
  if (earlier) {
    if (earlier.closed_at !== null)
      throw conflict(
        `Proposal ${earlier.id} of this draft was ${earlier.state}: it has to be drafted anew`,
        stateOfIt(earlier),
      )
    await updateProposal(tx, earlier.id, { revision_id: text.id, base_id: base.id })
    return (await holdProposal(tx, deps.db.dialect, earlier.id))!
  }
  const proposed = { title: text.title, summary: text.summary, tags: base.tags, blocks: text.blocks }
  const change = { text: proposed, action: {}, saved: text.id }
  const of = { author_id: null, iteration_id: iterationId }
  const as = { ...of, title: text.title, reason: null, state: 'open', by_save: 0 } as const
  const by = { actor, origin: 'approval', at: deps.clock.now() } as const
  const proposal = await propose(tx, { id: text.document_id, version }, base, change, as, by)
  return proposal && holdProposal(tx, deps.db.dialect, proposal.id)
}

export async function draftMerged(tx: Tx, actor: Actor, id: number, version: number, at: number): Promise<void> {
  const merged = { state: 'merged', merged_version: version, closed_by: actor.userId, closed_at: at } as const
  await updateProposal(tx, id, { ...merged, updated_at: at })
  const proposal = (await holdProposal(tx, { forUpdate: '' }, id))!
  await report(tx, 'proposal.merged', proposal, { actor, at }, { version })
}
