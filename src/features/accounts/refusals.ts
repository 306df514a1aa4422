// Records refused sign-ins and proofs in the audit trail, without the typed name, which may be a password by mistake.

import { VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Factor } from '#engine/db/vocabulary.ts'
import { recordAudit } from './audit/audit.ts'
import type { Caller } from './sessions/caller.ts'
import type { UserRow } from './user-store.ts'

export async function recordRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: Pick<UserRow, 'id'> | undefined,
  method: 'password' | 'code' | 'sso' | 'provider' | Factor,
  { address }: Pick<Caller, 'address'>,
): Promise<void> {
  const target = user ? `user:${user.id}` : 'user:unknown'
  await db.inTransaction((tx) =>
    recordAudit(tx, { ...VISITOR, address }, 'session.refused', target, { method }, clock.now()),
  )
}
