// Queries of list items, and the short lists of pages and the dashboard. Callers bring the access rule.

import { type Expression, type InferResult, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { preparedBy } from '#engine/db/prepared.ts'
import { type Readable, type SearcherValues, searcherOf } from '#engine/db/search.ts'

export type PageRange = { limit: number; offset: number }

/** Documents with their category's name, for presentListItem. */
export const selectListItems = (query: Query) =>
  query
    .selectFrom('documents')
    .leftJoin('categories', 'categories.id', 'documents.category_id')
    .select([
      'documents.id',
      'documents.slug',
      'documents.title',
      'documents.summary',
      'documents.category_id',
      'categories.name as category',
      'documents.tags',
      'documents.pinned_at',
      'documents.bucket',
      'documents.visibility',
      'documents.audience',
      'documents.published',
      'documents.position',
      'documents.has_content',
      'documents.version',
      'documents.created_at',
      'documents.updated_at',
    ])
export type ListRow = InferResult<ReturnType<typeof selectListItems>>[number]

/** `prepared` for the first rows of a list: one per kind of reader. */
function preparedFirst(narrow: (rows: ReturnType<typeof selectListItems>) => ReturnType<typeof selectListItems>) {
  const run = preparedBy<Readable, ListRow, SearcherValues & { limit: number }>(
    ({ shape }) => shape,
    ({ condition }, slot, query) =>
      narrow(selectListItems(query).where(condition(slot('user'), slot('category'))))
        .orderBy('documents.updated_at', 'desc')
        .orderBy('documents.id', 'desc')
        .limit(slot('limit')),
  )
  return (query: Query, readable: Readable, limit: number) => run(query, readable, { ...searcherOf(readable), limit })
}

const CHUNKS = [
  preparedFirst((rows) => rows.where(sql<boolean>`documents.pinned_at = 0`)),
  preparedFirst((rows) => rows.where(sql<boolean>`documents.pinned_at > 0`)),
]

/** Queries pinned and unpinned documents separately, because the indexes have each in order of change. */
export async function listNewest(query: Query, readable: Readable, limit: number): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for (const chunk of CHUNKS) rows.push(...(await chunk(query, readable, limit)))
  return rows.sort((a, b) => b.updated_at - a.updated_at || b.id - a.id).slice(0, limit)
}

export const listPinned = preparedFirst((rows) =>
  rows.where('documents.pinned_at', '>', 0).orderBy('documents.pinned_at', 'desc'),
)

/** In the order of the ids, without those that the filter excludes. */
export async function listThese(query: Query, filter: Expression<SqlBool>, ids: readonly number[]): Promise<ListRow[]> {
  if (ids.length === 0) return []
  const found = await selectListItems(query)
    .where('documents.id', 'in', [...ids])
    .where(filter)
    .execute()
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
