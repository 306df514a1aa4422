// Queries over tickets, which represent a finished first step of a sign-in. Stored as SHA-256.

import type { Insertable, Selectable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type TicketRow = Selectable<Tables['tickets']>

export async function insertTicket(tx: Tx, row: Insertable<Tables['tickets']>): Promise<void> {
  await tx.insertInto('tickets').values(row).execute()
}

/** Counts an attempt and returns the ticket; undefined if it has expired or has no attempts left. */
export function spendTicket(
  tx: Tx,
  hash: string,
  purpose: TicketRow['purpose'],
  most: number,
  now: number,
): Promise<TicketRow | undefined> {
  return tx
    .updateTable('tickets')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('attempts', '<', most)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export const findTicket = (
  query: Query,
  hash: string,
  purpose: TicketRow['purpose'],
  now: number,
): Promise<TicketRow | undefined> =>
  query
    .selectFrom('tickets')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function setChallenge(tx: Tx, hash: string, challenge: string): Promise<void> {
  await tx.updateTable('tickets').set({ challenge }).where('hash', '=', hash).execute()
}

/** False if it was used concurrently. */
export async function consumeTicket(tx: Tx, hash: string): Promise<boolean> {
  return (await tx.deleteFrom('tickets').where('hash', '=', hash).executeTakeFirst()).numDeletedRows === 1n
}
