// Queries over buckets of documents.

import { sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import type { Bucket } from '#engine/db/vocabulary.ts'

export async function writeBuckets(tx: Tx, ids: readonly number[], to: Bucket | 'by content'): Promise<void> {
  if (ids.length === 0) return
  const bucket =
    to === 'by content' ? sql<Bucket>`case when has_content = 1 then 'approved' else 'empty' end` : sql.lit<Bucket>(to)
  await tx.updateTable('document_rows').set({ bucket }).where('id', 'in', ids).where('bucket', '<>', bucket).execute()
}
