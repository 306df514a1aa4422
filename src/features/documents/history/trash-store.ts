// Queries over deleted documents: rows of document_rows that the view `documents` hides.

import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type DeletedRow = Selectable<Tables['document_rows']>

/** Also removes what only a living document has. */
export async function markDeleted(tx: Tx, id: number, deletion_id: number): Promise<void> {
  await tx.deleteFrom('preview_links').where('document_id', '=', id).execute()
  await tx.deleteFrom('views').where('document_id', '=', id).execute()
  await tx.deleteFrom('texts').where('document_id', '=', id).execute()
  const plan = { scheduled_id: null, scheduled_at: null, scheduled_by: null, fault: null }
  await tx.updateTable('drafts').set(plan).where('document_id', '=', id).execute()
  await tx.updateTable('document_rows').set({ deletion_id, view_count: 0 }).where('id', '=', id).execute()
}

/** Restores a row with these values. */
export async function bringBack(tx: Tx, id: number, row: Partial<DeletedRow>): Promise<void> {
  await tx
    .updateTable('document_rows')
    .set({ ...row, deletion_id: null })
    .where('id', '=', id)
    .execute()
}

export const listDeleted = (
  query: Query,
  readable: Expression<SqlBool>,
  { limit, offset }: { limit: number; offset: number },
) =>
  query
    .selectFrom('document_rows')
    .innerJoin('deletions', 'deletions.id', 'document_rows.deletion_id')
    .leftJoin('users', 'users.id', 'deletions.deleted_by')
    .leftJoin('categories', 'categories.id', 'document_rows.category_id')
    .select(['document_rows.id', 'document_rows.slug', 'document_rows.title', 'document_rows.summary'])
    .select(['document_rows.visibility', 'document_rows.category_id', 'categories.name as category'])
    .select(['deletions.deleted_by', 'deletions.deleted_at', personName('users').as('deleted_by_name')])
    .where(readable)
    .orderBy('deletions.deleted_at', 'desc')
    .orderBy('document_rows.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

const selectDeleted = (query: Query, id: number) =>
  query.selectFrom('document_rows').selectAll().where('id', '=', id).where('deletion_id', 'is not', null)

export const findDeleted = (query: Query, readable: Expression<SqlBool>, id: number): Promise<DeletedRow | undefined> =>
  selectDeleted(query, id).where(readable).executeTakeFirst()

/** Locks the row: concurrent restores wait and then find none. */
export const holdDeleted = (tx: Tx, { forUpdate }: Pick<Dialect, 'forUpdate'>, id: number) =>
  selectDeleted(tx, id).modifyEnd(sql.raw(forUpdate)).executeTakeFirst()

/** Documents of one deletion. */
export const listDeletedIn = async (query: Query, deletionId: number): Promise<number[]> =>
  (
    await query.selectFrom('document_rows').select('id').where('deletion_id', '=', deletionId).orderBy('id').execute()
  ).map(({ id }) => id)

export async function countDeleted(query: Query, deletionIds: readonly number[]): Promise<Map<number, number>> {
  if (deletionIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('document_rows')
    .select(({ fn }) => [sql<number>`deletion_id`.as('id'), fn.countAll<number>().as('documents')])
    .where('deletion_id', 'in', deletionIds)
    .groupBy('deletion_id')
    .execute()
  return new Map(rows.map(({ id, documents }) => [id, Number(documents)]))
}

/** Removes deleted documents from categories that are about to be purged; without a category they become restricted. */
export async function releaseDeleted(tx: Tx, categoryIds: readonly number[]): Promise<void> {
  for (const some of batchesOf(categoryIds)) {
    const inside = tx.selectFrom('document_rows').select('id').where('category_id', 'in', some)
    await tx.deleteFrom('document_access').where('document_id', 'in', inside).execute()
    const closed = { category_id: null, visibility: 'restricted' } as const
    await tx.updateTable('document_rows').set(closed).where('category_id', 'in', some).execute()
  }
}

/** Removes a document with everything that belongs to it. */
export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('document_rows').where('id', '=', id).execute()
}
