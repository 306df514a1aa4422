// Queries over open documents and their updates. Who may open one is asked of documents first.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type LiveRow = Selectable<Tables['live_documents']>

export const findHeld = (tx: Tx, held: string, id: number): Promise<LiveRow | undefined> =>
  tx.selectFrom('live_documents').selectAll().where('document_id', '=', id).modifyEnd(sql.raw(held)).executeTakeFirst()

export async function insertDocument(tx: Tx, row: Insertable<Tables['live_documents']>): Promise<void> {
  await tx.insertInto('live_documents').values(row).execute()
}

export async function updateDocument(tx: Tx, id: number, change: Partial<LiveRow>): Promise<void> {
  await tx.updateTable('live_documents').set(change).where('document_id', '=', id).execute()
}

export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('live_documents').where('document_id', '=', id).execute()
}

/** Takes the next numbers for updates; undefined if the document has another epoch, or is gone. */
export async function takeNumbers(tx: Tx, id: number, epoch: number, count: number, at: number) {
  const row = await tx
    .updateTable('live_documents')
    .set({ seq: sql`seq + ${count}`, touched_at: at })
    .where('document_id', '=', id)
    .where('epoch', '=', epoch)
    .returning('seq')
    .executeTakeFirst()
  return row && row.seq - count + 1
}

export async function insertUpdates(tx: Tx, rows: readonly Insertable<Tables['live_updates']>[]): Promise<void> {
  await tx.insertInto('live_updates').values(rows).execute()
}

export const listUpdates = (query: Query, id: number, after: number) =>
  query
    .selectFrom('live_updates')
    .select(['seq', 'author_id', 'bytes'])
    .where('document_id', '=', id)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute()

export async function deleteUpdates(tx: Tx, id: number, upTo: number): Promise<void> {
  await tx.deleteFrom('live_updates').where('document_id', '=', id).where('seq', '<=', upTo).execute()
}

/** What nodes compare with what they have read. */
export const listNews = (query: Query, ids: readonly number[]) =>
  query
    .selectFrom('live_documents')
    .select(['document_id', 'epoch', 'seq', 'revision_id'])
    .where('document_id', 'in', ids)
    .execute()

export const findState = (query: Query, id: number) =>
  query.selectFrom('live_documents').select(['state', 'state_seq']).where('document_id', '=', id).executeTakeFirst()

/** Documents with updates in no revision that nobody has touched for a while: their node has died. */
export const listLeft = (query: Query, before: number, most: number) =>
  query
    .selectFrom('live_documents')
    .select(['document_id', 'epoch'])
    .where('seq', '>', sql.ref<number>('revised_seq'))
    .where('touched_at', '<', before)
    .orderBy('touched_at')
    .limit(most)
    .execute()

/** Deletes what nobody has touched for long; the next one who opens it begins a new epoch. */
export async function deleteUntouched(tx: Tx, before: number, most: number): Promise<number> {
  const old = sql`document_id in (select document_id from live_documents where touched_at < ${before}
    and seq = revised_seq limit ${most})`
  const { numAffectedRows } = await sql`delete from live_documents where ${old}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const findName = async (query: Query, userId: number): Promise<string> =>
  (
    await query
      .selectFrom('users')
      .select(personName('users').as('name'))
      .where('users.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name ?? ''
