// Queries over views: one row per document and day, and the sum on the document.

import { type Expression, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'

export async function listExisting(query: Query, ids: readonly number[]): Promise<number[]> {
  const existing: number[] = []
  for (const some of batchesOf(ids)) {
    const rows = await query.selectFrom('documents').select('id').where('id', 'in', some).execute()
    existing.push(...rows.map((row) => row.id))
  }
  return existing
}

type CountedViews = { id: number; day: string; views: number }

/**
 * Also updates the sum on the document, which ranking and lists read. Lock order: all rows of views, then all documents, each
 * by id. Documents are updated in one statement: with one each, an editor on PostgreSQL waited two seconds for one of 400
 * documents being read.
 */
export async function addViews(
  tx: Tx,
  counted: readonly CountedViews[],
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
): Promise<void> {
  const inOrder = counted.toSorted((one, other) => one.id - other.id || (one.day < other.day ? -1 : 1))
  for (const some of batchesOf(inOrder)) {
    await tx
      .insertInto('views')
      .values(some.map(({ id, day, views }) => ({ document_id: id, day, views })))
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'day']).doUpdateSet({ views: sql<number>`views.views + excluded.views` }),
      )
      .execute()
  }
  const sums = [...Map.groupBy(inOrder, ({ id }) => id)].map(
    ([id, days]) => [id, days.reduce((sum, { views }) => sum + views, 0)] as const,
  )
  for (const some of batchesOf(sums)) {
    const ids = some.map(([id]) => id)
    await tx
      .selectFrom('documents')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .modifyEnd(sql.raw(forUpdate))
      .execute()
    const rows = some.map(([id, views]) => sql`(cast(${id} as bigint), cast(${views} as bigint))`)
    await sql`with added (id, views) as (values ${sql.join(rows)})
      update document_rows set view_count = view_count + added.views from added where document_rows.id = added.id`.execute(
      tx,
    )
  }
}

export const listViews = (query: Query, documentId: number, from: string) =>
  query
    .selectFrom('views')
    .select(['day', 'views'])
    .where('document_id', '=', documentId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()

// CROSS JOIN, because SQLite keeps its order: from the period's views to their documents.
export const viewsSince = (query: Query, from: string, readable: Expression<SqlBool>) =>
  query
    .selectFrom('views')
    .crossJoin('documents')
    .whereRef('documents.id', '=', 'views.document_id')
    .where('views.day', '>=', from)
    .where(readable)

/** Documents with most views since a day; ties go to the older one. */
export async function listMostRead(query: Query, from: string, readable: Expression<SqlBool>, limit: number) {
  const rows = await viewsSince(query, from, readable)
    .select((eb) => ['views.document_id', eb.fn.sum<number | string>('views.views').as('total')])
    .groupBy('views.document_id')
    .orderBy('total', 'desc')
    .orderBy('views.document_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.document_id, views: Number(row.total) }))
}
