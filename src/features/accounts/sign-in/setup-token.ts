// The one-time link for the first administrator where no network is trusted: printed at every start until there is one, the
// same on all nodes.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/tx.ts'
import { forbidden } from '#errors.ts'
import { deleteSecret, findSecret, keepSecret } from '../guard/gate-store.ts'
import { hasOtherAdmin } from '../user-store.ts'

const NAME = 'setup'

/** Undefined once there is an administrator. */
export async function findSetupToken({ db }: Pick<Deps, 'db'>): Promise<string | undefined> {
  if (await hasOtherAdmin(db.read, null)) return undefined
  const fresh = randomBytes(32).toString('base64url')
  return (await findSecret(db.read, NAME)) ?? db.inTransaction((tx) => keepSecret(tx, NAME, fresh))
}

/** Throws if it was used already; holds a lock until the end of the transaction. */
export async function useSetupToken({ db }: Pick<Deps, 'db'>, tx: Tx, given: string): Promise<void> {
  await db.dialect.lock(tx, 'first-admin')
  const stored = await findSecret(tx, NAME)
  const isGood = stored !== undefined && isEqual(stored, given) && !(await hasOtherAdmin(tx, null))
  if (!isGood) throw forbidden('This setup link is invalid or was already used')
  await deleteSecret(tx, NAME)
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
