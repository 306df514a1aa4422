// The tables of comments. Written by features/comments.

import type { Generated } from 'kysely'
import type { Flag } from '../vocabulary.ts'

export type CommentTables = {
  /** A thread is about a quote from a block; the surrounding text helps to find it after edits. */
  threads: {
    id: Generated<number>
    document_id: number
    /** proposal_id is the proposal that it is about; then its words are those of the proposed text. */
    proposal_id: number | null
    /** suggestion_id is the proposal that makes the change that this thread suggests. */
    suggestion_id: Generated<number | null>
    /** block_id is '' where a thread is about a proposal as a whole. */
    block_id: string
    /** quote is what was chosen of the block, '' for all of it. It stays as it was. */
    quote: string
    /** said is the block's text when the quote was last found; before and after are its neighbours' texts. */
    said: string
    before: string
    after: string
    created_by: number | null
    created_at: number
    resolved_by: number | null
    resolved_at: number | null
    is_resolved: Generated<Flag>
    /** last_id is the newest comment that is not deleted, last_at when it was written and last_by by whom. */
    last_id: Generated<number | null>
    last_at: Generated<number | null>
    last_by: Generated<number | null>
  }
  comments: {
    id: Generated<number>
    thread_id: number
    author_id: number | null
    /** body is '' once it is deleted: others have replied to it. */
    body: string
    created_at: number
    edited_at: number | null
    deleted_at: number | null
  }
  comment_mentions: { comment_id: number; user_id: number }
}
