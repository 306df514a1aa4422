// Which parts of a proposal are approved by whom, and so whether all of it is. Approvals are counted for what a part says now:
// one that was given for other words has lapsed, and while the proposal is open, one by someone who may approve no longer.

import type { Query } from '#engine/db/db.ts'
import { findRevision, type Revision } from '../revisions/store.ts'
import { changedParts, type ProposedPart } from './parts.ts'
import type { RuleRow } from './rules-store.ts'
import { type GivenApproval, listApprovals, type ProposalRow } from './store.ts'

export type ApprovedPart = ProposedPart & { approvals: GivenApproval[] }
/** ProposedTexts are the text of a proposal and the one that it was made from. */
export type ProposedTexts = { base: Revision; mine: Revision }

/** Without a rule one person approves: so people can ask for a look where nothing asks for it. */
const UNRULED = 1
export const neededApprovals = (rule: RuleRow | undefined): number =>
  rule?.publishing === 'review' ? rule.approvals : UNRULED

export async function findProposedTexts(
  query: Query,
  { base_id, revision_id }: Pick<ProposalRow, 'base_id' | 'revision_id'>,
): Promise<ProposedTexts | undefined> {
  const [base, mine] = [base_id, revision_id].map((id) => (id === null ? undefined : findRevision(query, id)))
  const texts = { base: await base, mine: await mine }
  return texts.base && texts.mine && { base: texts.base, mine: texts.mine }
}

export async function findApprovedParts(
  query: Query,
  { id, action, closed_at }: Pick<ProposalRow, 'id' | 'action' | 'closed_at'>,
  { base, mine }: ProposedTexts,
): Promise<ApprovedPart[]> {
  const counted = (await listApprovals(query, id)).filter((one) => closed_at !== null || mayStillApprove(one))
  const given = Map.groupBy(counted, ({ part }) => part)
  return changedParts(base, mine, action).map((part) => ({
    ...part,
    approvals: (given.get(part.id) ?? []).filter(({ said }) => said === part.said),
  }))
}

const mayStillApprove = ({ role, disabled }: GivenApproval): boolean => disabled === 0 && role !== 'reader'

export const isApproved = (parts: readonly ApprovedPart[], needed: number): boolean =>
  parts.length > 0 && parts.every(({ approvals }) => approvals.length >= needed)
