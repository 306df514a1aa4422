// Schemas of proposals and publishing rules.

import { type Static, Type } from 'typebox'
import { MaybePerson, PersonOut } from '#features/accounts/schemas.ts'
import { CommentIn, ThreadOut } from '#features/comments/schemas.ts'
import { closed, Id, Nullable, named, Omittable, Timestamp } from '#http/atoms.ts'
import { BlocksOut } from '../draft-schemas.ts'
import { RedirectIn } from '../redirects/schemas.ts'
import { PART_CHANGES } from '../revisions/parts.ts'
import { DocumentUpdate, PROPOSAL_STATES } from '../schemas.ts'

const Subject = Type.String({ minLength: 1, maxLength: 300, trim: true })
const Reason = Type.String({ maxLength: 4_000 })
const Deletes = Type.Boolean({ description: 'The document is to be deleted.' })
const { from, kind, status } = RedirectIn.properties
const Redirects = Type.Array(Type.Object({ from, kind, status, remove: Type.Optional(Type.Boolean()) }), {
  minItems: 1,
  maxItems: 50,
  description: 'Old addresses that are to lead to it, or no longer (`remove`).',
})
const FrontOf = Type.Union([Id, Type.Null()], { description: 'The category that it is to stand for; null: none.' })
const Reviewers = Type.Array(Id, { maxItems: 20, description: 'Editors who are asked to review it.' })
const State = closed(['draft', 'open'], { description: 'A draft is not reviewed yet.' })

export const ProposalIn = named('ProposalIn', {
  document_id: Id,
  title: Omittable(Subject),
  reason: Omittable(Reason),
  change: Omittable(DocumentUpdate),
  delete: Omittable(Deletes),
  redirects: Omittable(Redirects),
  front_of: Type.Optional(FrontOf),
  reviewers: Omittable(Reviewers),
  state: Omittable(State),
  base_version: Omittable(
    Type.Integer({ minimum: 1, description: 'The version that it was made from; the current one if left out.' }),
  ),
})
export type ProposalIn = Static<typeof ProposalIn>

export const ProposalUpdate = named('ProposalUpdate', {
  title: Omittable(Subject),
  reason: Type.Optional(Nullable(Reason)),
  change: Omittable(DocumentUpdate),
  reviewers: Omittable(Reviewers),
  state: Omittable(State),
  base_version: Omittable(
    Type.Integer({
      minimum: 1,
      description: 'The version whose changes this text takes up, once conflicts are resolved.',
    }),
  ),
  revision_id: Omittable(
    Type.Integer({ minimum: 1, description: 'The revision that you have seen; 409 if it is no longer the newest.' }),
  ),
})
export type ProposalUpdate = Static<typeof ProposalUpdate>

export const ApprovalIn = named('ApprovalIn', {
  revision_id: Omittable(
    Type.Integer({
      minimum: 1,
      description: 'The revision that you have seen: parts that say something else by now stay open.',
    }),
  ),
  parts: Omittable(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      description: 'Only these; all if left out.',
    }),
  ),
})
export type ApprovalIn = Static<typeof ApprovalIn>

export const RejectionIn = named('RejectionIn', { reason: Omittable(Reason) })

export const ProposalCommentIn = named('ProposalCommentIn', {
  ...CommentIn.properties,
  block_id: Omittable(Type.String({ maxLength: 200, description: 'A block of the proposed text.' })),
  request_changes: Omittable(
    Type.Boolean({ description: 'The proposal becomes a draft again, until its author opens it anew.' }),
  ),
})
export type ProposalCommentIn = Static<typeof ProposalCommentIn>

export const ProposalOut = named('ProposalOut', {
  id: Id,
  document: Type.Object({ id: Id, slug: Type.String(), title: Type.String() }),
  title: Type.String(),
  reason: Nullable(Type.String()),
  state: closed(PROPOSAL_STATES),
  action: Nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What changes beside the text; `delete`: the document goes.',
    }),
  ),
  author: MaybePerson,
  revision_id: Nullable(Type.Integer()),
  base_id: Nullable(Type.Integer({ description: 'The revision that it was made from.' })),
  iteration_id: Nullable(Type.Integer({ description: 'It is the draft of this iteration, and published with it.' })),
  created_at: Timestamp,
  updated_at: Timestamp,
  closed_by: MaybePerson,
  closed_at: Nullable(Timestamp),
  merged_version: Nullable(Type.Integer()),
})
export type ProposalOut = Static<typeof ProposalOut>

const ProposedText = Type.Object({
  revision_id: Type.Integer(),
  version: Nullable(Type.Integer({ description: 'The version of the document that it made; null if it made none.' })),
  title: Type.String(),
  summary: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  blocks: BlocksOut,
})

export const ProposalDetail = named('ProposalDetail', {
  ...ProposalOut.properties,
  reviewers: Type.Array(PersonOut),
  publishing: closed(['direct', 'review']),
  needed: Type.Integer({ description: 'How many have to approve each part.' }),
  by_others: Type.Boolean({ description: 'Nobody who stands behind a part can approve it.' }),
  may_approve: Type.Boolean({ description: 'False: you stand behind all of it, and others have to approve it here.' }),
  base: Nullable(ProposedText),
  text: Nullable(ProposedText),
  current: Nullable(
    Type.Object(ProposedText.properties, {
      description: 'What the document says now; null while that is what it was made from.',
    }),
  ),
  conflicts: Type.Array(Type.String(), { description: 'Parts that both changed: its author has to choose.' }),
  parts: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The id of a block, or title, summary, tags, order or action.' }),
      change: closed(PART_CHANGES),
      author: MaybePerson,
      behind: Type.Array(Type.Object({ by: closed(['person', 'visitor', 'network', 'import']), person: MaybePerson }), {
        description:
          'Who typed it, or gave what it was generated from; the last one changed it last. Where others have to approve, none of them can.',
      }),
      may_approve: Type.Boolean({
        description:
          'Whether you can. Where others have to approve and no person is behind it, the first one adopts it, and another has to approve.',
      }),
      approved_by: Type.Array(PersonOut),
    }),
  ),
  threads: Type.Array(ThreadOut),
})
export type ProposalDetail = Static<typeof ProposalDetail>

export const PublishingIn = named('PublishingIn', {
  publishing: Nullable(closed(['direct', 'review'], { description: 'Null: as the category above says.' })),
  approvals: Omittable(Type.Integer({ minimum: 1, maximum: 3 })),
  by_others: Omittable(Type.Boolean({ description: 'Who stands behind a part can’t approve it.' })),
})
export type PublishingIn = Static<typeof PublishingIn>

export const PublishingOut = named('PublishingOut', {
  publishing: closed(['direct', 'review']),
  approvals: Type.Integer(),
  by_others: Type.Boolean(),
  own: Type.Boolean({ description: 'False: it comes from a category above, or nothing says anything.' }),
  category_id: Nullable(Type.Integer({ description: 'The category that the rule is of.' })),
})
export type PublishingOut = Static<typeof PublishingOut>
