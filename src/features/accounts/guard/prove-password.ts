// Asks a signed-in person for the password again, before something that a stolen session must not do.

import type { Deps } from '#deps.ts'
import { forbidden } from '#errors.ts'
import { recordRefusal } from '../refusals.ts'
import type { Caller } from '../sessions/caller.ts'
import type { UserRow } from '../user-store.ts'
import { verifyPassword } from './passwords.ts'
import { countSignIn, forgetAttempt } from './throttles.ts'

/** Guesses count with those at sign-in, so that a stolen session can't be used to guess the password. */
export async function provePassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  given: string,
  caller: Pick<Caller, 'address' | 'browser'>,
): Promise<void> {
  if (user.password_hash === null) throw forbidden('This account has no password; confirm with a code')
  const attempt = await countSignIn(deps, user, user.email, caller)
  if (!(await verifyPassword(user.password_hash, given))) {
    await recordRefusal(deps, user, 'password', caller)
    throw forbidden('The current password is wrong')
  }
  await deps.db.inTransaction((tx) => forgetAttempt(tx, attempt))
}
