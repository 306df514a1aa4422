// A document as it appears in lists, trees of results and pages of buckets: the one way from a row to JSON.

import { stamp } from '#time.ts'
import type { DocumentListOut } from '../schemas.ts'
import type { ListRow } from './list-item-store.ts'

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
  audience: row.audience,
  published: row.published === 1,
  position: row.position,
  version: row.version,
  created_at: stamp(row.created_at),
  updated_at: stamp(row.updated_at),
})
