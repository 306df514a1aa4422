// Statements over `idempotency_keys`: a transaction's outcome, saved in the same transaction. What a key covers is
// http/requests/idempotency.ts.

import type { Selectable } from 'kysely'
import { DAY } from '#time.ts'
import { deleteListed } from './delete-listed.ts'
import type { Tables } from './tables.ts'
import type { Query, Tx } from './tx.ts'

export const KEY_LIFE_MS = DAY

export type KeyedResult = Selectable<Tables['idempotency_keys']>

export const findKeyed = (query: Query, id: string, after: number): Promise<KeyedResult | undefined> =>
  query
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>', after)
    .executeTakeFirst()

/** Replaces only expired rows; a concurrent second write violates the unique key. */
export async function writeKeyed(tx: Tx, row: KeyedResult, after: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('id', '=', row.id).where('created_at', '<=', after).execute()
  await tx.insertInto('idempotency_keys').values(row).execute()
}

export const deleteKeyedBefore = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'idempotency_keys',
    'id',
    tx.selectFrom('idempotency_keys').select('id').where('created_at', '<=', before).limit(most),
  )
