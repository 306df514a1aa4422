// Proposals for editors: lists, and details with texts, changes by part, authors and approvals.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { listAbout } from '#features/comments/on-proposals.ts'
import { stamp, stampOrNull } from '#time.ts'
import { readableBy } from '../access/access.ts'
import { findReview, findReviewRule, mayApprove, type ReviewedPart } from '../review/approvals.ts'
import type { ProposedAction } from '../review/propose.ts'
import {
  listProposals as list,
  listNames,
  listReviewers,
  type ProposalFilter,
  type ShownProposal,
} from '../review/store.ts'
import type { Behind } from '../revisions/behind.ts'
import { mergeCopy } from '../revisions/merge.ts'
import { findPublished, type Revision } from '../revisions/store.ts'
import { getReadable } from './access.ts'
import type { ProposalDetail, ProposalOut } from './schemas.ts'

type ProposalReading = Pick<Deps, 'db' | 'config'>

const present = (row: ShownProposal, actor: Actor): ProposalOut => ({
  id: row.id,
  document: { id: row.document_id, slug: row.document_slug, title: row.document_title },
  title: row.title,
  reason: row.reason,
  state: row.state,
  action: row.action === null ? null : shownAction(JSON.parse(row.action), actor),
  author: presentPerson(row.author_id, row.author_name),
  revision_id: row.revision_id,
  base_id: row.base_id,
  iteration_id: row.iteration_id,
  created_at: stamp(row.created_at),
  updated_at: stamp(row.updated_at),
  closed_by: presentPerson(row.closed_by, row.closer_name),
  closed_at: stampOrNull(row.closed_at),
  merged_version: row.merged_version,
})

/** A token bound to categories doesn't see quotes and titles of sources, which may be elsewhere. */
const shownAction = (action: ProposedAction, { within }: Actor): Record<string, unknown> =>
  within === undefined || !action.sources ? action : { ...action, sources: action.sources.map(({ way }) => ({ way })) }

export async function listProposals(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  filter: ProposalFilter,
): Promise<ProposalOut[]> {
  return (await list(db.read, readableBy(actor), filter)).map((row) => present(row, actor))
}

export async function getProposal(deps: ProposalReading, actor: Actor, id: number): Promise<ProposalDetail> {
  const { read } = deps.db
  const row = await getReadable(read, actor, id)
  const review = await findReview(deps, read, row)
  const { texts, parts = [], rule = await findReviewRule(deps, read, row) } = review ?? {}
  const current = row.closed_at === null ? await findPublished(read, row.document_id) : undefined
  const isMoved = texts && current && current.id !== texts.base.id
  return {
    ...present(row, actor),
    // As holdWaiting would set it.
    ...(row.state === 'approved' && !review?.isApproved && { state: 'open' as const }),
    reviewers: (await listReviewers(read, id)).map(({ id: userId, name }) => ({ id: userId, display_name: name })),
    publishing: rule.publishing,
    needed: rule.needed,
    by_others: rule.byOthers,
    may_approve: review !== undefined && (parts.length === 0 || parts.some((part) => mayApprove(part, actor))),
    base: texts ? presentProposed(texts.base) : null,
    text: texts ? presentProposed(texts.mine) : null,
    current: isMoved ? presentProposed(current) : null,
    conflicts: isMoved ? undecidedIn(mergeCopy(texts.base, texts.mine, current), rule.publishing === 'review') : [],
    parts: await presentParts(read, actor, parts),
    threads: await listAbout(read, id, texts?.mine.blocks ?? '[]'),
  }
}

/** Under review nobody has approved a block that contains words of both sides, so that it waits as well. */
export const undecidedIn = ({ conflicts, mixed }: { conflicts: string[]; mixed: string[] }, isReviewed: boolean) =>
  isReviewed ? [...conflicts, ...mixed] : conflicts

export const presentProposed = ({ id, version, title, summary, tags, blocks }: Revision) => ({
  revision_id: id,
  version,
  title,
  summary,
  tags: JSON.parse(tags) as string[],
  blocks: JSON.parse(blocks) as Block[],
})

async function presentParts(query: Query, actor: Actor, parts: ReviewedPart[]): Promise<ProposalDetail['parts']> {
  const isPerson = (one: Behind) => typeof one === 'number'
  const names = await listNames(query, [...new Set(parts.flatMap(({ behind }) => [...behind].filter(isPerson)))])
  const personOf = (one: Behind) => (isPerson(one) ? presentPerson(one, names.get(one) ?? null) : null)
  return parts.map((part) => {
    const behind = [...part.behind]
    return {
      id: part.id,
      change: part.change,
      // Who changed it last.
      author: personOf(behind.at(-1)!),
      behind: behind.map((one) => ({ by: isPerson(one) ? ('person' as const) : one, person: personOf(one) })),
      may_approve: mayApprove(part, actor),
      approved_by: part.approvals.map(({ user_id, name }) => ({ id: user_id, display_name: name })),
    }
  })
}
