// Queries over buckets: counts, and pages filtered by a text that stands in title, slug or category.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '../../engine/db/db.ts'
import type { Bucket } from '../../engine/db/tables.ts'
import { type ListRow, selectListItems } from './list-item.ts'

export const countPerBucket = (query: Query, filter: Expression<SqlBool> | undefined) =>
  query
    .selectFrom('documents')
    .select((eb) => ['documents.bucket', eb.fn.countAll<number>().as('count')])
    .$if(filter !== undefined, (only) => only.where(filter!))
    .groupBy('documents.bucket')
    .execute()

/** contains escapes what LIKE would read as a pattern: any text is a legal question. */
function contains(column: string, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}

export async function listBucketPage(
  query: Query,
  bucket: Bucket,
  text: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ListRow[]; total: number }> {
  const matches = (): Expression<SqlBool> =>
    text === ''
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`(${contains('documents.title', text)} or ${contains('documents.slug', text)} or documents.category_id in
          (select named.id from categories as named where ${contains('named.name', text)}))`
  const { total } = await query
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('documents.bucket', '=', bucket)
    .where(matches())
    .executeTakeFirstOrThrow()
  if (page.offset >= total) return { rows: [], total }
  const ids = query
    .selectFrom('documents')
    .select('documents.id')
    .where('documents.bucket', '=', bucket)
    .where(matches())
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  const rows = await selectListItems(query)
    .where('documents.id', 'in', ids)
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
  return { rows, total }
}
