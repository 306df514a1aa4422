// Queries over deleted documents.

import type { Insertable, Selectable } from 'kysely'
import type { Query, Tx } from '../../engine/db/db.ts'
import type { Tables } from '../../engine/db/tables.ts'

export type TrashRow = Selectable<Tables['trash']>

export async function insertTrash(tx: Tx, row: Insertable<Tables['trash']>): Promise<void> {
  await tx.insertInto('trash').values(row).execute()
}

export const listTrashRows = (query: Query, { limit, offset }: { limit: number; offset: number }) =>
  query
    .selectFrom('trash')
    .leftJoin('users', 'users.id', 'trash.deleted_by')
    .leftJoin('categories', 'categories.id', 'trash.category_id')
    .select([
      'trash.document_id',
      'trash.slug',
      'trash.title',
      'trash.summary',
      'categories.name as category',
      'trash.deleted_by',
      'users.display_name',
      'trash.deleted_at',
    ])
    .orderBy('trash.deleted_at', 'desc')
    .orderBy('trash.document_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findTrash = (query: Query, documentId: number): Promise<TrashRow | undefined> =>
  query.selectFrom('trash').selectAll().where('document_id', '=', documentId).executeTakeFirst()

/** takeTrash removes the row and tells whether this transaction is the one that did: of racers, one is. */
export const takeTrash = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx.deleteFrom('trash').where('document_id', '=', documentId).executeTakeFirst()).numDeletedRows > 0n
