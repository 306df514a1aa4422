// Lists and ends an account's sessions, for their owner and administrators.

import { hasRole } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { forbidden, notFound } from '#errors.ts'
import { stamp, stampOrNull } from '#time.ts'
import { recordAudit } from '../audit/audit.ts'
import { findUserById } from '../user-store.ts'
import { forgetBrowsersOf } from './browser-store.ts'
import type { Self } from './caller.ts'
import * as store from './session-store.ts'

/** One's own; administrators may list anyone's. */
export async function listSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, self: Self, userId?: number) {
  const { actor, sessionId } = self
  const whose = userId ?? actor.userId
  if (whose !== actor.userId && !hasRole(actor, 'admin')) throw forbidden('Requires the admin role')
  if (!(await findUserById(db.read, whose))) throw notFound('User')
  if (whose !== actor.userId)
    await db.inTransaction((tx) => recordAudit(tx, actor, 'session.listed', `user:${whose}`, {}, clock.now()))
  const rows = await store.selectSessions(db.read, whose, clock.now())
  return rows.map((row) => presentSession(row, sessionId))
}

export const presentSession = (
  { id, device, address, created_at, last_used_at }: store.SessionRow,
  current: number | null,
) => ({
  id,
  current: id === current,
  device,
  address,
  created_at: stamp(created_at),
  last_used_at: stampOrNull(last_used_at),
})

/** One's own; administrators may end anyone's, after `prove`. */
export async function endOneSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { actor }: Self,
  id: number,
  prove: () => void,
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const session = await store.findSession(tx, id)
    const isOwn = session?.user_id === actor.userId
    if (!session || !(isOwn || hasRole(actor, 'admin'))) throw notFound('Session')
    if (!isOwn) prove()
    if (!(await store.endSession(tx, id, clock.now()))) throw notFound('Session')
    await recordAudit(tx, actor, 'session.ended', `session:${id}`, { user: `user:${session.user_id}` }, clock.now())
  })
}

/** Ends all sessions of the account, the current one too, and optionally revokes its API tokens. */
export async function endEverySession({ db, clock }: Pick<Deps, 'db' | 'clock'>, self: Self, tokens: boolean) {
  const { actor, sessionId } = self
  if (sessionId === null) throw forbidden('An API token cannot end sessions')
  await db.inTransaction(async (tx) => {
    await store.endSessionsOf(tx, actor.userId, clock.now())
    await forgetBrowsersOf(tx, actor.userId)
    if (tokens) await store.deleteApiTokensOf(tx, actor.userId)
    await recordAudit(tx, actor, 'session.all_ended', `user:${actor.userId}`, { tokens }, clock.now())
  })
}
