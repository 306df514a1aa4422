// A new password for someone who does not know the old one, and so may have been robbed of it: nothing of before stays valid.

import { siteChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { proving } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { forgetBrowsersOf } from '../sessions/browser-store.ts'
import type { Caller } from '../sessions/caller.ts'
import { deleteApiTokensOf, endSessionsOf } from '../sessions/session-store.ts'
import { actorOf } from '../sessions/sessions.ts'
import { endPreviewLinks, type UserRow, updateUser } from '../user-store.ts'

/** endWaysIn ends what lets someone in without the password, or lets others read in the account's name. */
export async function endWaysIn(tx: Tx, userId: number, now: number): Promise<void> {
  await endSessionsOf(tx, userId, now)
  await deleteApiTokensOf(tx, userId)
  await forgetBrowsersOf(tx, userId)
  await endPreviewLinks(tx, userId)
}

/** resetPassword: null takes the password away, where someone else may have set it. */
export async function resetPassword(
  tx: Tx,
  user: UserRow,
  password_hash: string | null,
  { address }: Pick<Caller, 'address'>,
  now: number,
): Promise<UserRow> {
  const changed = (await updateUser(tx, user.id, { password_hash, updated_at: now }))!
  await endWaysIn(tx, user.id, now)
  await recordAudit(tx, { ...actorOf(user), address }, 'user.password_reset', `user:${user.id}`, {}, now)
  siteChanged(tx, 'access')
  return changed
}

/** takeOver: a provider vouches for the owner of the address. While nobody had proven it, whoever registered it leaves. */
export async function takeOver(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  found: UserRow,
  caller: Pick<Caller, 'address'>,
  now: number,
): Promise<UserRow> {
  if (found.proven_by === null) await resetPassword(tx, found, null, caller, now)
  return (await updateUser(tx, found.id, { email_verified: 1, ...proving(config, found, 'provider') }))!
}
