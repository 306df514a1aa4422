// Signatures by the service for itself. Keys are in the database, created by the first node that needs one and shared by all.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#engine/db/db.ts'
import { findSecret, keepSecret } from './gate-store.ts'

type Purpose = 'codes' | 'flights' | 'mail' | 'senders'

const keysOfDb = new WeakMap<Db, Map<Purpose, Buffer>>()

/** A hexadecimal signature, bound to the purpose. */
export const signFor = async (db: Db, purpose: Purpose, text: string): Promise<string> =>
  createHmac('sha256', await keyFor(db, purpose))
    .update(text)
    .digest('hex')

export const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

async function keyFor(db: Db, purpose: Purpose): Promise<Buffer> {
  const keys = keysOfDb.get(db) ?? new Map<Purpose, Buffer>()
  keysOfDb.set(db, keys)
  const found = keys.get(purpose)
  if (found) return found
  const fresh = randomBytes(32).toString('hex')
  const stored =
    (await findSecret(db.read, purpose)) ?? (await db.inTransaction((tx) => keepSecret(tx, purpose, fresh)))
  const key = Buffer.from(stored, 'hex')
  keys.set(purpose, key)
  return key
}
