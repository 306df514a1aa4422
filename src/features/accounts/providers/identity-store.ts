// Queries over identities, which link accounts to identity providers.

import type { Insertable, Selectable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

type IdentityRow = Selectable<Tables['identities']>

export const findIdentity = (query: Query, issuer: string, subject: string): Promise<IdentityRow | undefined> =>
  query
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const insertIdentity = (tx: Tx, row: Insertable<Tables['identities']>): Promise<IdentityRow> =>
  tx.insertInto('identities').values(row).returningAll().executeTakeFirstOrThrow()

export async function touchIdentity(tx: Tx, id: number, now: number): Promise<void> {
  await tx.updateTable('identities').set({ last_used_at: now }).where('id', '=', id).execute()
}

export const listIdentities = (query: Query, userId: number): Promise<IdentityRow[]> =>
  query.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const deleteIdentity = (tx: Tx, userId: number, id: number): Promise<IdentityRow | undefined> =>
  tx.deleteFrom('identities').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst()

/** Ends sessions that the provider vouched for: a single one, or all of a person. */
export async function endProviderSessions(
  tx: Tx,
  issuer: string,
  which: { sid: string } | { userId: number },
  now: number,
): Promise<{ id: number; user_id: number }[]> {
  return tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('issuer', '=', issuer)
    .where('ended_at', 'is', null)
    .$if('sid' in which, (some) => some.where('provider_sid', '=', (which as { sid: string }).sid))
    .$if('userId' in which, (some) => some.where('user_id', '=', (which as { userId: number }).userId))
    .returning(['id', 'user_id'])
    .execute()
}
