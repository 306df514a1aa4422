// Queries over second factors: authenticator secrets, recovery codes, passkeys. Every change also updates
// `users.second_factor`.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

export const findSecretOf = (query: Query, userId: number) =>
  query.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Replaces an unconfirmed secret; false if a confirmed one exists. */
export async function keepPendingSecret(tx: Tx, userId: number, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('totp_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if it was confirmed concurrently. The confirming code is used up. */
export async function confirmSecret(tx: Tx, userId: number, secret: string, step: number, now: number) {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await settle(tx, userId)
  return numUpdatedRows === 1n
}

/** False if the code of this step was used concurrently. */
export async function consumeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteSecretOf(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst()
  await settle(tx, userId)
  return numDeletedRows > 0n
}

export const listPasskeys = (query: Query, userId: number): Promise<PasskeyRow[]> =>
  query.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export async function insertPasskey(tx: Tx, row: Insertable<Tables['passkeys']>): Promise<PasskeyRow> {
  const passkey = await tx.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow()
  await settle(tx, row.user_id)
  return passkey
}

/** False unless this use is newer than every other; devices without a counter always say 0. */
export async function usePasskey(tx: Tx, id: number, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<PasskeyRow | undefined> {
  const passkey = tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId)
  const deleted = await passkey.returningAll().executeTakeFirst()
  await settle(tx, userId)
  return deleted
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((hash) => ({ user_id: userId, hash }))
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute()
}

export async function hasRecoveryCode(query: Query, userId: number, hash: string): Promise<boolean> {
  const code = query.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).where('hash', '=', hash)
  return (await code.executeTakeFirst()) !== undefined
}

/** False if it was used concurrently. */
export async function consumeRecoveryCode(tx: Tx, userId: number, hash: string): Promise<boolean> {
  const code = tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hash)
  return (await code.executeTakeFirst()).numDeletedRows === 1n
}

export async function countRecoveryCodes(query: Query, userId: number): Promise<number> {
  const codes = query.selectFrom('recovery_codes').where('user_id', '=', userId)
  return (await codes.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

/** Leaves the account with its password and mailbox. */
export async function deleteFactorsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await settle(tx, userId)
}

/** Recovery codes are removed with the last factor. */
async function settle(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ second_factor: 0 | 1 }>`
    update users set second_factor = case
      when exists (select 1 from passkeys where user_id = ${userId}) then 1
      when exists (select 1 from totp_secrets where user_id = ${userId} and confirmed_at is not null) then 1
      else 0 end
    where id = ${userId} returning second_factor`.execute(tx)
  if (rows[0]?.second_factor === 0) await replaceRecoveryCodes(tx, userId, [])
}
