// Presents a document in lists, search results and buckets.

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
