// Which mails are to be sent: what somebody is to be mailed about, said in the transaction that caused it, so that what is rolled
// back is never mailed and what is committed is, sooner or later; the digests of a day; what is forgotten and reported.
// Nothing of a text is saved here: it is read when the mail is sent (mailing.ts, which a worker loads only when one is due).

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { backlogGauges } from '#engine/tasks/backlog.ts'
import { MAILS } from '#engine/tasks/kinds.ts'
import { hasDueTask } from '#engine/tasks/tasks.ts'
import { DAY, SECOND } from '#time.ts'
import { claimMail, deleteOldMails, insertDigests, insertMails, type MailRow } from './store.ts'
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
    causes.map((cause) => ({ ...cause, created_at: now, run_at: now + GATHERED_MS })),
  )
  tx.notify('mails')
}

/** Claims the next due mail. Idle workers need only this file, not the code that composes mails. */
export const claimNextMail = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<MailRow[]> =>
  (await hasDueTask(db.read, MAILS, clock.now()))
    ? db.inTransaction((tx) => claimMail(tx, db.dialect, clock.now()))
    : []

const KEPT_DAYS = 90
const MONDAY = 1
/** A digest is there when people begin to work, in most of Europe and Africa. */
const FROM_HOUR = 7

/** planDigests plans one mail a day for everyone who wants one, which is dropped where nothing is new. */
export async function planDigests({ db, clock }: Deps): Promise<number> {
  const now = clock.now()
  if (new Date(now).getUTCHours() < FROM_HOUR) return 0
  const isMonday = new Date(now).getUTCDay() === MONDAY
  const count = await db.inTransaction(async (tx) => {
    const digests = await insertDigests(tx, {
      day: Math.floor(now / DAY),
      digests: isMonday ? ['daily', 'weekly'] : ['daily'],
      now,
    })
    tx.notify('mails')
    return digests
  })
  return count
}

export const forgetMails = (tx: Tx, most: number, { clock }: Deps): Promise<number> =>
  deleteOldMails(tx, clock.now() - KEPT_DAYS * DAY, most)

export const mailGauges = (deps: Deps) =>
  backlogGauges(deps, MAILS, {
    name: 'galley_mails',
    help: 'Mails that are to be sent, and those given up within a day.',
    noun: 'mails',
    allAttemptsMs: 2 * DAY,
  })
