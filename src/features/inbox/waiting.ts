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
 * answered           a question that they asked the team is answered by a page     ref: the question
 * feedback           a reader missed something on a page that is theirs, or nobody's   ref: what they said
 * missed             a search or a question that a page that is theirs should answer   ref: of missed_duties
 * link               a link on a page that is theirs leads nowhere   ref: of page_links
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
  'answered',
  'feedback',
  'missed',
  'link',
  'watched',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** BY_NAME: someone asked this very person; no muting hides it. */
export const BY_NAME: readonly InboxKind[] = ['question', 'action', 'mention', 'answered']

/**
 * An Addressee is for whom it is worked out: `readable` is what they may read, of `documents`. A select may use `mine`, the id and
 * title of the documents that they may read and answer for: it begins there, so that what others have costs nothing.
 */
export type Addressee = {
  query: Query
  person: Person
  readable: Expression<SqlBool>
  now: number
}

/** A WaitingRow is what waits; `place` is a thread or a job, `part` the iteration of a question or the proposal of a thread. */
export type WaitingRow = {
  kind: InboxKind
  ref_id: number
  since: number
  document_id: number
  title: string
  text: string
  who: string | null
  place: number | null
  part: number | null
}

type Fragment = RawBuilder<unknown>

/**
 * A WaitingPart is a select in pieces: all that waits is counted and put in order without its words, and these are read for the
 * page that is shown. `joins` are what only the words need.
 */
export type WaitingPart = Record<'ref_id' | 'since' | 'document_id' | 'from' | 'where', Fragment> & {
  /** kinds are what it may give; `kind` tells which, where there are several. */
  kinds: readonly [InboxKind, ...InboxKind[]]
  kind?: Fragment
  title?: Fragment
  text: Fragment
  who?: Fragment
  place?: Fragment
  part?: Fragment
  joins?: Fragment
}

export type WaitingSource = (asker: Addressee) => WaitingPart[] | Promise<WaitingPart[]>
