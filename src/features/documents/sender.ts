// Where something that visitors send comes from, as a hash for one page: it tells how much of it one address has sent there, and
// nothing else. Its key is one of the service's secrets: without it, trying all addresses would name the one.

import type { Actor } from '#actor.ts'
import type { Db } from '#engine/db/db.ts'
import { signFor } from '#features/accounts/guard/keys.ts'
import { addressKey } from '#networks.ts'

/** WaitingLimits are how much may wait for people, from one sender about one page and in all. */
export type WaitingLimits = { ofSender: number; inAll: number }

/** senderOf comes before any transaction: the first one makes the key. */
export const senderOf = (db: Db, { userId, address = '' }: Actor, page: number | string): Promise<string> =>
  signFor(db, 'senders', `${page} ${userId === null ? addressKey(address) : `user ${userId}`}`)
