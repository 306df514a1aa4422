// What ages away: throttles, codes, used bridge tokens, dead sessions, old audit lines. Called on a schedule by beat.

import type { Deps } from '../../deps.ts'
import { DAY, HOUR } from '../../time.ts'
import { deleteAged } from './gate-store.ts'
import { LONGEST_THROTTLE_MS } from './throttles.ts'

/** clearAgedAccounts gives the number of rows removed. A session stays until none of its tokens could be used or reused. */
export async function clearAgedAccounts({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now()
  return db.inTransaction((tx) =>
    deleteAged(tx, {
      now,
      throttles: now - LONGEST_THROTTLE_MS,
      ended: now - DAY,
      refreshable: now - HOUR,
      audit: now - config.keepAuditDays * DAY,
    }),
  )
}
