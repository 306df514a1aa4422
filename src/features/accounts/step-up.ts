// Proving again, in a session, that the person at the keyboard is its owner: by password or by a mailed code. What needs such
// a proof says so in its route.

import type { Person } from '#actor.ts'
import { accountChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { forbidden, invalidValue, unauthenticated } from '#errors.ts'
import { recordAudit } from './audit.ts'
import type { Caller } from './caller.ts'
import { proveCode } from './codes.ts'
import { provePassword } from './prove-password.ts'
import { proveSession } from './session-store.ts'
import type { UserRow } from './user-store.ts'
import { getUser } from './users.ts'

type StepUpDeps = Pick<Deps, 'config' | 'db' | 'clock'>
type Self = { actor: Person; sessionId: number | null }
export type Proofs = { password?: string; code?: string }

/** stepUp gives the moment of the proof. */
export async function stepUp(deps: StepUpDeps, self: Self, given: Proofs, caller: Caller): Promise<number> {
  const { sessionId, actor } = self
  if (sessionId === null) throw forbidden('An API token cannot step up')
  const user = await getUser(deps, actor.userId)
  const method = await prove(deps, user, given, caller)
  const now = deps.clock.now()
  await deps.db.inTransaction(async (tx) => {
    if (!(await proveSession(tx, sessionId, now))) throw unauthenticated('Invalid token')
    await recordAudit(tx, actor, 'session.proven', `session:${sessionId}`, { method }, now)
    accountChanged(tx, { userId: user.id, aspects: ['access'] })
  })
  return now
}

async function prove(deps: StepUpDeps, user: UserRow, { password, code }: Proofs, caller: Caller): Promise<string> {
  if (code !== undefined) {
    await proveCode(deps, user.email, code, caller)
    return 'code'
  }
  if (password !== undefined) {
    await provePassword(deps, user, password, caller)
    return 'password'
  }
  throw invalidValue(['body', 'password'], 'a password or a code is needed', null)
}
