// What the scheduler does for the inbox: plans the digests of a day, and forgets mails of long ago.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY } from '#time.ts'
import { deleteOldMails, insertDigests } from './mail-store.ts'

const KEPT_DAYS = 90
const MONDAY = 1
/** A digest is there when people begin to work, in most of Europe and Africa. */
const FROM_HOUR = 7

/** planDigests plans one mail a day for everyone who wants one, which is dropped where nothing is new. */
export async function planDigests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
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

export const forgetMails = (tx: Tx, most: number, { clock }: Pick<Deps, 'clock'>): Promise<number> =>
  deleteOldMails(tx, clock.now() - KEPT_DAYS * DAY, most)
