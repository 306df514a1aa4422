// Queries over tickets: steps that were done and wait for the next one. Known only by their SHA-256.

import type { Insertable, Selectable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type TicketRow = Selectable<Tables['tickets']>

export async function insertTicket(tx: Tx, row: Insertable<Tables['tickets']>): Promise<void> {
  await tx.insertInto('tickets').values(row).execute()
}

/** spendTicket counts an attempt and gives the ticket, or nothing when there is no live one with attempts left. */
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

/** takeTicket tells whether this transaction used it up: of several at once, one did. */
export async function takeTicket(tx: Tx, hash: string): Promise<boolean> {
  return (await tx.deleteFrom('tickets').where('hash', '=', hash).executeTakeFirst()).numDeletedRows === 1n
}
