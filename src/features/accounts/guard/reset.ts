// Resetting a password. The old one may have been stolen, so everything it gave access to is ended.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { provenFields } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { forgetBrowsersOf } from '../sessions/browser-store.ts'
import type { Caller } from '../sessions/caller.ts'
import { deleteApiTokensOf, endSessionsOf } from '../sessions/session-store.ts'
import { actorOf } from '../sessions/sessions.ts'
import { endPreviewLinks, type UserRow, updateUser } from '../user-store.ts'

/** Ends sessions and everything else that gives access without the password or in the account's name. */
export async function revokeAccess(tx: Tx, userId: number, now: number): Promise<void> {
  await endSessionsOf(tx, userId, now)
  await deleteApiTokensOf(tx, userId)
  await forgetBrowsersOf(tx, userId)
  await endPreviewLinks(tx, userId)
}

/** Null removes the password, if someone else may have set it. */
export async function resetPassword(
  tx: Tx,
  user: UserRow,
  password_hash: string | null,
  { address }: Pick<Caller, 'address'>,
  now: number,
): Promise<UserRow> {
  const changed = (await updateUser(tx, user.id, { password_hash, updated_at: now }))!
  await revokeAccess(tx, user.id, now)
  await recordAudit(tx, { ...actorOf(user), address }, 'user.password_reset', `user:${user.id}`, {}, now)
  return changed
}

/** A provider vouches for the address's owner. If nobody had proven the address, whoever registered it loses the account. */
export async function claimAccount(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  found: UserRow,
  caller: Pick<Caller, 'address'>,
  now: number,
): Promise<UserRow> {
  if (found.proven_by === null) await resetPassword(tx, found, null, caller, now)
  return (await updateUser(tx, found.id, { email_verified: 1, ...provenFields(config, found, 'provider') }))!
}
