// Proposals for editors: lists, and details with texts, changes by part, authors and approvals.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { listAbout } from '#features/comments/on-proposals.ts'
import { stamp, stampOrNull } from '#time.ts'
import { readableBy } from '../access/access.ts'
import {
  type ApprovedPart,
  findApprovedParts,
  findAuthorship,
  findProposedTexts,
  findReviewRule,
  isApproved,
} from '../review/approvals.ts'
import { changedParts } from '../review/parts.ts'
import type { ProposedAction } from '../review/propose.ts'
import { listProposals as list, listReviewers, type ProposalFilter, type ShownProposal } from '../review/store.ts'
import { mergeCopy } from '../revisions/merge.ts'
import { findPublished, listLineage, type Revision } from '../revisions/store.ts'
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
  const [texts, rule] = [await findProposedTexts(read, row), await findReviewRule(deps, read, row.document_id)]
  const current = row.closed_at === null ? await findPublished(read, row.document_id) : undefined
  const parts = texts ? await findApprovedParts(read, row, texts, rule) : []
  const isBehind = texts && (await findAuthorship(read, row, texts, rule))
  const isMoved = texts && current && current.id !== texts.base.id
  return {
    ...present(row, actor),
    // As holdWaiting would set it.
    ...(row.state === 'approved' && !isApproved(parts, rule.needed) && { state: 'open' as const }),
    reviewers: (await listReviewers(read, id)).map(({ id: userId, name }) => ({ id: userId, display_name: name })),
    publishing: rule.publishing,
    needed: rule.needed,
    may_approve: isBehind !== undefined && mayApprove(actor, parts, isBehind),
    base: texts ? presentProposed(texts.base) : null,
    text: texts ? presentProposed(texts.mine) : null,
    current: isMoved ? presentProposed(current) : null,
    conflicts: isMoved ? undecidedIn(mergeCopy(texts.base, texts.mine, current), rule.publishing === 'review') : [],
    parts: texts ? await withAuthors(read, parts, texts.base, texts.mine, row) : [],
    threads: await listAbout(read, id, texts?.mine.blocks ?? '[]'),
  }
}

/** Under review nobody has approved a block that contains words of both sides, so that it waits as well. */
export const undecidedIn = ({ conflicts, mixed }: { conflicts: string[]; mixed: string[] }, isReviewed: boolean) =>
  isReviewed ? [...conflicts, ...mixed] : conflicts

/** If others have to approve: anyone who hasn't written all of it. */
const mayApprove = ({ userId }: Actor, parts: ApprovedPart[], isBehind: (part: string, userId: number) => boolean) =>
  userId !== null && (parts.length === 0 || parts.some(({ id }) => !isBehind(id, userId)))

export const presentProposed = ({ id, version, title, summary, tags, blocks }: Revision) => ({
  revision_id: id,
  version,
  title,
  summary,
  tags: JSON.parse(tags) as string[],
  blocks: JSON.parse(blocks) as Block[],
})

/** The author of a part wrote the first of the consecutive newest revisions with its current text. */
async function withAuthors(
  query: Query,
  parts: readonly ApprovedPart[],
  base: Revision,
  mine: Revision,
  { action, author_id, author_name }: ShownProposal,
): Promise<ProposalDetail['parts']> {
  const lineage = await listLineage(query, mine.id, base.id)
  const partsByRevision = lineage.map(
    (revision) => new Map(changedParts(base, revision, action).map((part) => [part.id, part.said])),
  )
  const writerOf = ({ id, said: now }: ApprovedPart) => {
    const others = partsByRevision.findIndex((was) => was.get(id) !== now)
    return lineage.at(others === -1 ? -1 : others - 1)
  }
  return parts.map((part) => {
    const writer = part.id === 'action' ? undefined : writerOf(part)
    return {
      id: part.id,
      change: part.change,
      author: writer ? presentPerson(writer.author_id, writer.author_name) : presentPerson(author_id, author_name),
      approved_by: part.approvals.map(({ user_id, name }) => ({ id: user_id, display_name: name })),
    }
  })
}
