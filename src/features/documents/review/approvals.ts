// Who stands behind the parts of a proposal, who may approve them, and so whether all of it is approved. While a proposal is
// open, its approvals count under the rule of that moment, for what a part says now, and as long as their giver may approve.

import { type Actor, hasRole } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { type Behind, behindPart, findBehind } from '../revisions/behind.ts'
import { changedParts, type ProposedPart } from '../revisions/parts.ts'
import { findRevision, type Revision } from '../revisions/store.ts'
import { findCategoryRule, findDocumentRule } from './rules-store.ts'
import { type GivenApproval, listApprovals, type ProposalRow } from './store.ts'

/** A proposal's text and its base. */
export type ProposedTexts = { base: Revision; mine: Revision }
/** `adopters` approved it when no person stood behind it. */
type PartBehind = { byOthers: boolean; behind: ReadonlySet<Behind>; adopters: readonly number[] }
/** `byOthers`: who stands behind it can't approve it. `approvals` are those that count. */
export type ReviewedPart = ProposedPart & PartBehind & { approvals: GivenApproval[] }
type ReviewRule = { publishing: 'direct' | 'review'; needed: number; byOthers: boolean }
type Review = {
  texts: ProposedTexts
  rule: ReviewRule
  parts: ReviewedPart[]
  isApproved: boolean
  /** Also of a part that said something else in an earlier revision. */
  partBehind: (part: string) => PartBehind
}
type ReviewDeps = Partial<Pick<Deps, 'config'>>

/** The only rule for who approves what: every way to approve or to merge asks it. */
export const mayApprove = (
  { byOthers, behind }: Pick<PartBehind, 'byOthers' | 'behind'>,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
) => userId !== null && hasRole({ role } as Actor, 'editor') && !(byOthers && behind.has(userId))

/** Behind a visitor's suggestion, or what a program sent, nobody stands: the first who approves it adopts it. */
export const isAdopted = ({ behind }: Pick<PartBehind, 'behind'>): boolean =>
  behind.values().some((one) => typeof one === 'number')

/** Without a rule one approval is enough: people may ask for a review that nothing requires. */
const UNRULED = 1

/**
 * That of the document, and of the category that it is to move to, whichever is stricter. Without settings the site-wide
 * requirement for other approvers is ignored: a save has no settings at hand.
 */
export async function findReviewRule(
  { config }: ReviewDeps,
  query: Query,
  { document_id, action }: Pick<ProposalRow, 'document_id' | 'action'>,
): Promise<ReviewRule> {
  const { category_id = null } = JSON.parse(action ?? '{}') as { category_id?: number | null }
  const places = [
    findDocumentRule(query, document_id),
    category_id === null ? undefined : findCategoryRule(query, category_id),
  ]
  const rules = (await Promise.all(places)).filter((rule) => rule?.publishing === 'review')
  return {
    publishing: rules.length > 0 ? 'review' : 'direct',
    needed: Math.max(UNRULED, ...rules.map((rule) => rule!.approvals)),
    byOthers: config?.reviewByOthers === 'on' || rules.some((rule) => rule!.by_others === 1),
  }
}

/** Undefined if its texts were removed, which only happens after it was closed. */
export async function findReview(
  deps: ReviewDeps,
  query: Query,
  proposal: Omit<ProposalRow, 'state'>,
): Promise<Review | undefined> {
  const { id, base_id, revision_id, action, asked_by, author_id, closed_at } = proposal
  const [base, mine] = [base_id, revision_id].map((text) => (text === null ? undefined : findRevision(query, text)))
  const texts = { base: (await base)!, mine: (await mine)! }
  if (!texts.base || !texts.mine) return undefined
  const rule = await findReviewRule(deps, query, proposal)
  const author: Behind[] = [author_id ?? 'network']
  // A merged one shows who stood behind it.
  const typed = await findBehind(query, { ...texts.mine, version: null })
  const given = Map.groupBy(await listApprovals(query, id), ({ part }) => part)
  const isByOthers = rule.byOthers && closed_at === null
  const partBehind = (part: string): PartBehind => {
    const asked = asked_by === null ? author : (JSON.parse(asked_by) as Behind[])
    const known = part === 'action' ? asked : behindPart(typed, part)
    const typists = known.length > 0 ? known : author
    const isAdopter = ({ user_id, behind }: GivenApproval) => behind.includes(user_id) && !typists.includes(user_id)
    const adopters = (given.get(part) ?? []).filter(isAdopter).map(({ user_id }) => user_id)
    return { byOthers: isByOthers, behind: new Set([...typists, ...adopters]), adopters }
  }
  const parts = changedParts(texts.base, texts.mine, action).map((part): ReviewedPart => {
    const of = { ...part, ...partBehind(part.id) }
    const counts = ({ said, user_id, role, disabled, behind }: GivenApproval) => {
      if (said !== part.said) return false
      if (closed_at !== null) return !of.adopters.includes(user_id)
      const isFromOther = !of.byOthers || (isAdopted(of) && !behind.includes(user_id))
      return isFromOther && mayApprove(of, { userId: user_id, role: disabled === 0 ? role : null })
    }
    return { ...of, approvals: (given.get(part.id) ?? []).filter(counts) }
  })
  const isApproved = parts.length > 0 && parts.every(({ approvals }) => approvals.length >= rule.needed)
  return { texts, rule, parts, isApproved, partBehind }
}
