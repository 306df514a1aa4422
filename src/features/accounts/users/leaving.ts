// Deletes an account or exports its data. What a person wrote stays, by a former member; credentials, grants and personal
// data go. Other features' parts are injected as Keepers, because accounts import none of them.

import type { Actor, Person } from '#actor.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict, forbidden, notFound } from '#errors.ts'
import { forgetAddress } from '#features/webhooks/emit.ts'
import { stamp } from '#time.ts'
import { exportAudit, recordAudit } from '../audit/audit.ts'
import { listFactors } from '../factors/factors.ts'
import { type NoticeDeps, notify } from '../notices.ts'
import { presentMe } from '../present.ts'
import { listOwnIdentities } from '../providers/oidc.ts'
import { presentApiToken } from '../sessions/api-tokens.ts'
import { presentSession } from '../sessions/session-list.ts'
import { selectApiTokens, selectSessions } from '../sessions/session-store.ts'
import { findUserById, hasOtherAdmin, type UserRow } from '../user-store.ts'
import { deleteOwned, emptyAudit, emptyUser, FORMER_MEMBER } from './leaving-store.ts'

/** A feature's personal data: deletes it and exports it. */
export type Keeper = {
  name: string
  forget: (tx: Tx, person: { id: number; email: string; instead: string }) => Promise<void>
  collect: (query: Query, userId: number) => Promise<unknown>
}

type LeavingDeps = NoticeDeps & { keepers: readonly Keeper[] }

/** One transaction, so that nobody is half deleted. The last administrator can't be deleted. */
export async function deleteAccount(deps: LeavingDeps, actor: Actor, id: number): Promise<void> {
  const { db, clock, keepers } = deps
  const user = await db.inTransaction(async (tx) => {
    const now = clock.now()
    await db.dialect.lock(tx, 'first-admin')
    const leaver = await getPresent(tx, id)
    if (leaver.role === 'admin' && !(await hasOtherAdmin(tx, id)))
      throw conflict(`User ${id} is the last admin; make someone else an admin first`)
    for (const keeper of keepers) await keeper.forget(tx, { id, email: leaver.email, instead: FORMER_MEMBER })
    await deleteOwned(tx, id, leaver.email)
    await emptyUser(tx, id, now)
    await recordAudit(tx, actor, 'user.deleted', `user:${id}`, {}, now)
    await emptyAudit(tx, id)
    await forgetAddress(tx, id)
    return leaver
  })
  await notify(deps, user, 'account_deleted')
}

/** Deletes one's own account. */
export async function deleteOwnAccount(
  deps: LeavingDeps,
  self: { actor: Person; sessionId: number | null },
): Promise<void> {
  if (self.sessionId === null) throw forbidden('An API token cannot delete the account')
  await deleteAccount(deps, self.actor, self.actor.userId)
}

/** All personal data, without secrets. */
export async function exportAccount(deps: LeavingDeps, actor: Actor, id: number) {
  const { db, clock, keepers } = deps
  const user = await getPresent(db.read, id)
  const person = { userId: id, role: user.role, label: user.email, member: user.proven_by !== null }
  const parts: Record<string, unknown> = {}
  for (const { name, collect } of keepers) parts[name] = await collect(db.read, id)
  const lines = (await Array.fromAsync(exportAudit(deps, { actor_id: id }))).join('').split('\n')
  const exported = {
    exported_at: stamp(clock.now()),
    account: presentMe(user),
    sessions: (await selectSessions(db.read, id, clock.now())).map((row) => presentSession(row, null)),
    api_tokens: (await selectApiTokens(db.read, id)).map(presentApiToken),
    second_factors: await listFactors(deps, { actor: person, sessionId: null }),
    identities: await listOwnIdentities(deps, person),
    ...parts,
    audit: lines.filter(Boolean).map((line) => JSON.parse(line) as unknown),
  }
  await db.inTransaction((tx) => recordAudit(tx, actor, 'user.exported', `user:${id}`, {}, clock.now()))
  return exported
}

async function getPresent(query: Query, id: number): Promise<UserRow> {
  const user = await findUserById(query, id)
  if (!user || user.deleted_at !== null) throw notFound('User')
  return user
}
