// Which parts of a proposal are approved, and so whether all of it is. An approval counts for a part's current text only.
// While the proposal is open, it doesn't count if the approver has lost the right, or wrote the part and others have to
// approve.

import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { findRevision, listWriting, type Revision } from '../revisions/store.ts'
import { changedParts, type ProposedPart } from './parts.ts'
import { findDocumentRule } from './rules-store.ts'
import { type GivenApproval, listApprovals, type ProposalRow } from './store.ts'

export type ApprovedPart = ProposedPart & { approvals: GivenApproval[] }
/** A proposal's text and its base. */
export type ProposedTexts = { base: Revision; mine: Revision }

/** Without a rule one approval is enough: people may ask for a review that nothing requires. */
const UNRULED = 1

type ReviewRule = { publishing: 'direct' | 'review'; needed: number; byOthers: boolean }

/** Without settings the site-wide requirement for other approvers is ignored: a save has no settings at hand. */
export async function findReviewRule(
  { config }: Partial<Pick<Deps, 'config'>>,
  query: Query,
  documentId: number,
): Promise<ReviewRule> {
  const rule = await findDocumentRule(query, documentId)
  return {
    publishing: rule?.publishing ?? 'direct',
    needed: rule?.publishing === 'review' ? rule.approvals : UNRULED,
    byOthers: config?.reviewByOthers === 'on' || rule?.by_others === 1,
  }
}

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
  proposal: Pick<ProposalRow, 'id' | 'action' | 'closed_at' | 'author_id'>,
  texts: ProposedTexts,
  rule: ReviewRule,
): Promise<ApprovedPart[]> {
  const { id, action, closed_at } = proposal
  const all = await listApprovals(query, id)
  const isBehind = closed_at === null && all.length > 0 ? await findAuthorship(query, proposal, texts, rule) : undefined
  const counted = isBehind ? all.filter((one) => mayStillApprove(one) && !isBehind(one.part, one.user_id)) : all
  const given = Map.groupBy(counted, ({ part }) => part)
  return changedParts(texts.base, texts.mine, action).map((part) => ({
    ...part,
    approvals: (given.get(part.id) ?? []).filter(({ said }) => said === part.said),
  }))
}

/**
 * Who wrote which part, if others have to approve: the proposal's author all of it, others what they changed in any revision
 * since the base, even if someone changed it again.
 */
export async function findAuthorship(
  query: Query,
  { author_id }: Pick<ProposalRow, 'author_id'>,
  { base, mine }: ProposedTexts,
  { byOthers }: ReviewRule,
): Promise<(part: string, userId: number) => boolean> {
  if (!byOthers) return () => false
  const authors = new Map<string, Set<number | null>>()
  let before = new Map<string, string>()
  for (const { id, author_id: author } of (await listWriting(query, mine.id, base.id)).toReversed()) {
    if (id === base.id) continue
    const revision = id === mine.id ? mine : (await findRevision(query, id))!
    const now = new Map(changedParts(base, revision, null).map((part) => [part.id, part.said]))
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter((part) => before.get(part) !== now.get(part))
    // A revision without changes of the text changed the action (propose.ts).
    for (const part of changed.length > 0 ? changed : ['action']) authors.getOrInsert(part, new Set()).add(author)
    before = now
  }
  return (part, userId) => userId === author_id || authors.get(part)?.has(userId) === true
}

const mayStillApprove = ({ role, disabled }: GivenApproval): boolean => disabled === 0 && role !== 'reader'

export const isApproved = (parts: readonly ApprovedPart[], needed: number): boolean =>
  parts.length > 0 && parts.every(({ approvals }) => approvals.length >= needed)
