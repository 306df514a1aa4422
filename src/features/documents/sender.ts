// A visitor's address as a keyed hash per page: tells how much one sender has sent there, and nothing else. The key is
// secret, because without it all addresses could be tried.

import type { Actor } from '#actor.ts'
import type { Db } from '#engine/db/db.ts'
import { signFor } from '#features/accounts/guard/keys.ts'
import { addressKey } from '#networks.ts'

/** Pending items allowed from one sender about one page, and in all. */
export type WaitingLimits = { ofSender: number; inAll: number }

/** Call before any transaction: the first call creates the key. */
export const senderOf = (db: Db, { userId, address = '' }: Actor, page: number | string): Promise<string> =>
  signFor(db, 'senders', `${page} ${userId === null ? addressKey(address) : `user ${userId}`}`)
