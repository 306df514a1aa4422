// The columns of a document as it stands in lists, and the query over documents that has them.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '../../engine/db/db.ts'
import type { Bucket, Visibility } from '../../engine/db/tables.ts'

export type ListRow = {
  id: number
  slug: string
  title: string
  summary: string | null
  category_id: number | null
  category: string | null
  tags: string
  pinned_at: number
  bucket: Bucket
  visibility: Visibility
  audience: Visibility
  position: number | null
  version: number
  created_at: number
  updated_at: number
}

/** selectListItems is a query over documents (with the name of each one's category) whose rows presentListItem takes. */
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
      'documents.position',
      'documents.version',
      'documents.created_at',
      'documents.updated_at',
    ])

const STRETCHES = [sql<boolean>`documents.pinned_at = 0`, sql<boolean>`documents.pinned_at > 0`]

/** newestOf asks for what is pinned and what is not apart: the lists' indexes hold each of them in the order of changes. */
export async function newestOf<Row extends { id: number; updated_at: number }>(
  limit: number,
  ask: (stretch: Expression<SqlBool>) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const stretch of STRETCHES) rows.push(...(await ask(stretch)))
  return rows.sort((a, b) => b.updated_at - a.updated_at || b.id - a.id).slice(0, limit)
}
