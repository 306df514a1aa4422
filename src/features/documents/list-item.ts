// A document as it stands in lists, trees of results and pages of buckets: which columns, and the one way from a row to JSON.

import type { Query } from '../../engine/db/db.ts'
import type { Bucket, Visibility } from '../../engine/db/tables.ts'
import { stamp } from '../../time.ts'
import type { DocumentListOut } from './schemas.ts'

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
      'documents.position',
      'documents.version',
      'documents.created_at',
      'documents.updated_at',
    ])

export const presentListItem = (row: ListRow): DocumentListOut => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  category_id: row.category_id,
  category: row.category,
  tags: row.tags === '[]' ? [] : JSON.parse(row.tags),
  pinned: row.pinned_at > 0,
  bucket: row.bucket,
  visibility: row.visibility,
  position: row.position,
  version: row.version,
  created_at: stamp(row.created_at),
  updated_at: stamp(row.updated_at),
})
