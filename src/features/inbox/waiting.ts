// What can wait for a person, and what a feature hands over to say so: a select of rows, with the rule of who may read inside.
// Entries are worked out whenever someone asks and saved nowhere: so none can be left behind when its cause is gone.

import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Person } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'

/**
 * question, action   somebody is to answer it, or do it            ref: its id
 * mention            somebody named them in a comment              ref: the comment
 * comment            someone commented on a page that is theirs    ref: the thread
 * proposal           a change waits for their review             ref: the proposal
 * draft, failed      a job that they began needs them              ref: the job
 * stale, review      passages of a page that is theirs: a source has changed, a check is due   ref: the document
 * watched            a page that they watch has a new version      ref: the document
 */
export const INBOX_KINDS = [
  'question',
  'action',
  'mention',
  'comment',
  'proposal',
  'draft',
  'failed',
  'stale',
  'review',
  'watched',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** BY_NAME: someone asked this very person. It is mailed at once, and no muting hides it. */
export const BY_NAME: readonly InboxKind[] = ['question', 'action', 'mention']

/** An Addressee is for whom it is worked out: `readable` is what they may read, `mine` what they answer for; both of `documents`. */
export type Addressee = {
  query: Query
  person: Person
  readable: Expression<SqlBool>
  mine: Expression<SqlBool>
  now: number
}

/** A WaitingRow is what such a select gives, in this order; `place` is a thread or a job, `part` the iteration of a question or the proposal of a thread. */
export type WaitingRow = {
  kind: InboxKind
  ref_id: number
  since: number
  due_at: number | null
  document_id: number
  title: string
  text: string
  who: string | null
  place: number | null
  part: number | null
}

export type WaitingSource = (asker: Addressee) => RawBuilder<unknown>[] | Promise<RawBuilder<unknown>[]>
