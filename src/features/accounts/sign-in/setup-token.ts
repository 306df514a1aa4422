// The one-time link for the first administrator of a service that trusts no network: printed by every start while there is
// none, the same on all nodes, dead after its use.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/tx.ts'
import { forbidden } from '#errors.ts'
import { deleteSecret, findSecret, keepSecret } from '../guard/gate-store.ts'
import { hasOtherAdmin } from '../user-store.ts'

const NAME = 'setup'

/** findSetupToken is undefined once there is an administrator. */
export async function findSetupToken({ db }: Pick<Deps, 'db'>): Promise<string | undefined> {
  if (await hasOtherAdmin(db.read, null)) return undefined
  const fresh = randomBytes(32).toString('base64url')
  return (await findSecret(db.read, NAME)) ?? db.inTransaction((tx) => keepSecret(tx, NAME, fresh))
}

/** useSetupToken throws unless this transaction is the one that uses it up; the lock is held to its end. */
export async function useSetupToken({ db }: Pick<Deps, 'db'>, tx: Tx, given: string): Promise<void> {
  await db.dialect.lock(tx, 'first-admin')
  const stored = await findSecret(tx, NAME)
  const isGood = stored !== undefined && isEqual(stored, given) && !(await hasOtherAdmin(tx, null))
  if (!isGood) throw forbidden('This setup link is invalid or was already used')
  await deleteSecret(tx, NAME)
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
