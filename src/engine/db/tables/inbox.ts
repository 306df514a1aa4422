// The tables of the inbox: what people made of the entries that are worked out for them, and what is to be mailed. Written by
// features/inbox.

import type { Generated } from 'kysely'
import type { Flag, TaskColumns } from '../vocabulary.ts'

export type InboxTables = {
  /** A mark hides an entry from one person: until a moment, or for good; something new about the same thing shows it again. */
  inbox_marks: { user_id: number; kind: string; ref_id: number; marked_at: number; until: number | null }
  /** Each row is about one document, or about one category and all below it. */
  watches: {
    id: Generated<number>
    user_id: number
    document_id: number | null
    category_id: number | null
    /** is_muted: they do not want to hear of it, beyond what is asked of them by name. */
    is_muted: Generated<Flag>
    since: number
  }
  /** Whoever has no row has the defaults. */
  mail_settings: { user_id: number; at_once: Generated<Flag>; digest: 'off' | 'daily' | 'weekly' }
  /** What somebody is to be mailed about: an entry of their inbox, or a digest of a day. No text: that is read when it is sent. */
  mails: TaskColumns & {
    user_id: number
    kind: string
    /** ref_id is that of the entry; of a digest, the day that it is of. */
    ref_id: number
    /** batch is what one message holds: the id of the row that is its task. Null until it was first tried. */
    batch: number | null
    /** dropped: when it was to be sent there was nothing left to say, or the person may not read it. */
    status: Generated<'pending' | 'sent' | 'dropped' | 'failed'>
    created_at: number
    finished_at: number | null
    error: string | null
  }
}
