// Queries over deleted categories (rows of category_rows that the view `categories` hides), and over deletions.

import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

type TrashedCategory = Selectable<Tables['category_rows']>

export async function insertDeletion(tx: Tx, deleted_by: number | null, deleted_at: number): Promise<number> {
  const insertion = tx.insertInto('deletions').values({ deleted_by, deleted_at }).returning('id')
  return (await insertion.executeTakeFirstOrThrow()).id
}

export async function markDeleted(tx: Tx, ids: readonly number[], deletion_id: number): Promise<void> {
  for (const some of batchesOf(ids))
    await tx.updateTable('category_rows').set({ deletion_id }).where('id', 'in', some).execute()
}

/** Children first. */
export async function deleteRows(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids.toReversed()) await tx.deleteFrom('category_rows').where('id', '=', id).execute()
}

export const findDeletion = async (
  query: Query,
  readable: Expression<SqlBool>,
  id: number,
): Promise<number | undefined> =>
  (
    await query
      .selectFrom('category_rows')
      .select(sql<number>`deletion_id`.as('deletion_id'))
      .where('id', '=', id)
      .where('deletion_id', 'is not', null)
      .where(readable)
      .executeTakeFirst()
  )?.deletion_id

/** Categories of one deletion, parents before children. */
export const listDeletedIn = (query: Query, deletionId: number): Promise<TrashedCategory[]> =>
  query
    .selectFrom('category_rows')
    .selectAll()
    .where('deletion_id', '=', deletionId)
    .orderBy('depth')
    .orderBy('id')
    .execute()

export async function bringBack(tx: Tx, id: number, change: Partial<TrashedCategory>): Promise<void> {
  await tx
    .updateTable('category_rows')
    .set({ ...change, deletion_id: null })
    .where('id', '=', id)
    .execute()
}

/** Categories that someone deleted, with the number of categories deleted with them. */
export const listDeletedTops = (
  query: Query,
  readable: Expression<SqlBool>,
  { limit, offset }: { limit: number; offset: number },
) =>
  query
    .selectFrom('category_rows as top')
    .innerJoin('deletions', 'deletions.id', 'top.deletion_id')
    .leftJoin('users', 'users.id', 'deletions.deleted_by')
    .select(['top.id', 'top.name', 'top.slug', 'top.visibility', 'deletions.id as deletion_id'])
    .select(['deletions.deleted_by', 'deletions.deleted_at', personName('users').as('deleted_by_name')])
    .select((eb) =>
      eb
        .selectFrom('category_rows as below')
        .whereRef('below.deletion_id', '=', 'top.deletion_id')
        .select(sql<number>`count(*) - 1`.as('count'))
        .as('categories'),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('category_rows as above')
            .select('above.id')
            .whereRef('above.id', '=', 'top.parent_id')
            .whereRef('above.deletion_id', '=', 'top.deletion_id'),
        ),
      ),
    )
    .where(readable)
    .orderBy('deletions.deleted_at', 'desc')
    .orderBy('top.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Categories deleted before a time, children first. */
export const listExpired = async (tx: Tx, before: number, most: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('category_rows')
      .innerJoin('deletions', 'deletions.id', 'category_rows.deletion_id')
      .select('category_rows.id')
      .where('deletions.deleted_at', '<', before)
      .orderBy('deletions.deleted_at')
      .orderBy('category_rows.depth', 'desc')
      .limit(most)
      .execute()
  ).map(({ id }) => id)

/** Removes deletions without remaining categories or documents. */
export const deleteEmptyDeletions = (tx: Tx, most: number): Promise<number> =>
  deleteListed(
    tx,
    'deletions',
    'id',
    tx
      .selectFrom('deletions')
      .select('id')
      .where(sql<boolean>`not exists (select 1 from category_rows where deletion_id = deletions.id)
        and not exists (select 1 from document_rows where deletion_id = deletions.id)`)
      .limit(most),
  )
