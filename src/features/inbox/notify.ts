// What somebody is to be mailed about, said in the transaction that caused it: what is rolled back is never mailed, what is
// committed is, sooner or later. Nothing of a text is saved here: it is read when the mail is sent (mailing.ts).

import type { Query, Tx } from '#engine/db/db.ts'
import { SECOND } from '#time.ts'
import { hasDueMail, insertMails } from './mail-store.ts'
import type { InboxKind } from './waiting.ts'

/** What comes within this time is one mail: a draft may ask eight questions at once. */
const GATHERED_MS = 10 * SECOND

/** A MailCause is an entry that has just come into somebody's inbox. */
type MailCause = { user_id: number; kind: InboxKind; ref_id: number }

/** notify mails nobody twice about the same entry. */
export async function notify(tx: Tx, causes: readonly MailCause[], now: number): Promise<void> {
  if (causes.length === 0) return
  await insertMails(
    tx,
    causes.map((cause) => ({ ...cause, created_at: now, next_at: now + GATHERED_MS })),
  )
  tx.notify('mails')
}

/** isMailDue lets a worker wait without what composes mails. */
export const isMailDue = (query: Query, now: number): Promise<boolean> => hasDueMail(query, now)
