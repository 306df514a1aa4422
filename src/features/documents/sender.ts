// Where something that visitors send comes from, as a hash for one page: it tells how much of it one address has sent there, and
// nothing else.

import { hash } from 'node:crypto'
import type { Actor } from '#actor.ts'
import { addressKey } from '#networks.ts'

/** WaitingLimits are how much may wait for people, from one sender about one page and in all. */
export type WaitingLimits = { ofSender: number; inAll: number }

export const senderOf = ({ userId, address = '' }: Actor, documentId: number): string =>
  hash('sha256', `${documentId} ${userId === null ? addressKey(address) : `user ${userId}`}`, 'base64url')
