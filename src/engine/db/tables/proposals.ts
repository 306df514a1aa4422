// The tables of proposals. Written by features/documents.

import type { Generated } from 'kysely'
import type { Flag, ProposalState, PublishingWay } from '../vocabulary.ts'

export type ProposalTables = {
  /** How a document, or a category with all below it, takes changes; the nearest rule counts. */
  publishing_rules: {
    id: Generated<number>
    document_id: number | null
    category_id: number | null
    publishing: PublishingWay
    /** approvals is how many people have to approve each part. */
    approvals: number
    /** by_others: who wrote a proposal can't approve it. */
    by_others: Flag
  }
  /** A proposal is a revision that waits, or an action on its document, or both. */
  proposals: {
    id: Generated<number>
    document_id: number
    /** revision_id is the text, base_id the one that it was made from; an administrator may remove those of a closed one. */
    revision_id: number | null
    base_id: number | null
    /** iteration_id is the iteration whose draft this is: it is published by approving the draft. */
    iteration_id: number | null
    /** action is a JSON object: what is to change beside the text, or that the document is to be deleted. */
    action: string | null
    /** asked_by is who stands behind the action, as JSON; null where its author alone asked for it. */
    asked_by: Generated<string | null>
    title: string
    reason: string | null
    state: ProposalState
    /** by_save: it came about because someone saved; the next save of theirs goes on with it. */
    by_save: Flag
    author_id: number | null
    /** sender is a hash of where it came from, of a suggestion that was sent from the site. */
    sender: Generated<string | null>
    created_at: number
    updated_at: number
    closed_by: number | null
    closed_at: number | null
    /** merged_version is that of the document which it made. */
    merged_version: number | null
  }
  proposal_reviewers: { proposal_id: number; user_id: number }
  /**
   * Who approved a part, and a hash of what it said then: an approval counts while the part says that. behind is who stood
   * behind it then, as JSON, the approver included who adopted it.
   */
  proposal_approvals: {
    proposal_id: number
    user_id: number
    part: string
    said: string
    approved_at: number
    behind: Generated<string>
  }
}
