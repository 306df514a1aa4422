// Checks access to a proposal: the document must be readable, and a closed proposal can't change.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import { readableBy } from '../access/access.ts'
import { stateOf } from '../review/propose.ts'
import { findProposal, holdProposal, type ProposalRow, type ShownProposal } from '../review/store.ts'

export async function getReadable(query: Query, actor: Actor, id: number): Promise<ShownProposal> {
  const proposal = await findProposal(query, readableBy(actor), id)
  if (!proposal) throw notFound('Proposal')
  return proposal
}

/** Locks a proposal that can still change. */
export async function holdWaiting(
  deps: Pick<Deps, 'db' | 'config'>,
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<ProposalRow> {
  await getReadable(tx, actor, id)
  const proposal = (await holdProposal(tx, deps.db.dialect, id))!
  if (proposal.closed_at !== null) throw conflict(`Proposal ${id} is ${proposal.state} already`, stateOfIt(proposal))
  // An approved one may be open again: an approver may have lost the right, or the rule may require more approvals.
  return proposal.state === 'approved' ? { ...proposal, state: await stateOf(deps, tx, proposal) } : proposal
}

export const stateOfIt = ({ id, state }: Pick<ProposalRow, 'id' | 'state'>) => ({ proposal: { id, state } })
