// Queries over buckets: counts, and pages filtered by a text that stands in title, slug or category.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '../../engine/db/db.ts'
import type { Bucket } from '../../engine/db/tables.ts'
import { type ListRow, selectListItems } from './list-item.ts'
import { sortKey } from './sort-key.ts'

/** countPerBucket filters inside the count: a condition outside would choose another index than the one in buckets' order. */
export const countPerBucket = (query: Query, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .select((eb) => ['documents.bucket', eb.fn.countAll<number>().filterWhere(filter).as('count')])
    .groupBy('documents.bucket')
    .execute()

/** patternOf escapes what LIKE would read as a pattern: any text is a legal question. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** namedLike: an engine's lower() may know ASCII alone; the key that titles sort by knows every script. */
function namedLike(text: string, categoryIds: readonly number[]): Expression<SqlBool> {
  const pattern = patternOf(text.toLowerCase())
  const inCategory = categoryIds.length === 0 ? sql`1 = 0` : sql`documents.category_id in (${sql.join(categoryIds)})`
  return sql<SqlBool>`(lower(documents.title) like ${pattern} escape '\\'
    or documents.title_key like ${patternOf(sortKey(text))} escape '\\'
    or documents.slug like ${pattern} escape '\\'
    or ${inCategory})`
}

async function categoriesNamed(query: Query, text: string): Promise<number[]> {
  const wanted = text.toLowerCase()
  const rows = await query.selectFrom('categories').select(['id', 'name']).execute()
  return rows.filter((row) => row.name.toLowerCase().includes(wanted)).map((row) => row.id)
}

export async function listBucketPage(
  query: Query,
  bucket: Bucket,
  text: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ListRow[]; total: number }> {
  const categoryIds = text === '' ? [] : await categoriesNamed(query, text)
  const matches = (): Expression<SqlBool> => (text === '' ? sql<SqlBool>`1 = 1` : namedLike(text, categoryIds))
  const matching = query.selectFrom('documents').where('documents.bucket', '=', bucket).where(matches())
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (page.offset >= total) return { rows: [], total }
  const ids = matching
    .select('documents.id')
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
