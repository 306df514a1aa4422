// Queries over buckets of documents.

import { sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import type { Bucket } from '#engine/db/vocabulary.ts'

/** Returns the documents whose bucket changed. */
export async function writeBuckets(tx: Tx, ids: readonly number[], to: Bucket | 'by content'): Promise<number[]> {
  if (ids.length === 0) return []
  const bucket =
    to === 'by content' ? sql<Bucket>`case when has_content = 1 then 'approved' else 'empty' end` : sql.lit<Bucket>(to)
  const changed = await tx
    .updateTable('document_rows')
    .set({ bucket })
    .where('id', 'in', ids)
    .where('bucket', '<>', bucket)
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}
