// Queries that write working copies, and find them for it. What a reader is shown of them: reading/working-copy-store.ts.

import type { Insertable, Selectable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type CopyRow = Selectable<Tables['working_copies']>

export const findCopy = (query: Query, documentId: number): Promise<CopyRow | undefined> =>
  query.selectFrom('working_copies').selectAll().where('document_id', '=', documentId).executeTakeFirst()

/** findCopyBlocks is what the copy says as JSON, or the document where there is none. */
export const findCopyBlocks = async (query: Query, documentId: number): Promise<string | undefined> =>
  (
    await query
      .selectFrom('blocks')
      .leftJoin('working_copies', 'working_copies.document_id', 'blocks.document_id')
      .select(({ fn }) => fn.coalesce('working_copies.blocks', 'blocks.blocks').as('blocks'))
      .where('blocks.document_id', '=', documentId)
      .executeTakeFirst()
  )?.blocks

/** writeCopy replaces the copy, if there is one, and numbers it; the caller holds the document. */
export async function writeCopy(tx: Tx, row: Insertable<Tables['working_copies']>, version: number): Promise<void> {
  const { document_id, ...rest } = row
  await tx
    .insertInto('working_copies')
    .values(row)
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(rest))
    .execute()
  await tx.updateTable('documents').set({ draft_version: version }).where('id', '=', document_id).execute()
}

export const deleteCopy = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx.deleteFrom('working_copies').where('document_id', '=', documentId).executeTakeFirst()).numDeletedRows > 0n

type PublicationPlan = Pick<CopyRow, 'scheduled_at' | 'scheduled_by' | 'fault'>
export const updatePlan = async (tx: Tx, documentId: number, plan: PublicationPlan): Promise<boolean> =>
  (await tx.updateTable('working_copies').set(plan).where('document_id', '=', documentId).executeTakeFirst())
    .numUpdatedRows > 0n

/** listDue are the copies whose time has come. */
export const listDue = (query: Query, now: number, most: number) =>
  query
    .selectFrom('working_copies')
    .select(['document_id', 'scheduled_at', 'scheduled_by'])
    .where('scheduled_at', '<=', now)
    .orderBy('scheduled_at')
    .orderBy('document_id')
    .limit(most)
    .execute()
