// Queries over the bucket of documents, and over the jobs that hold a document.

import { sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Bucket } from '#engine/db/tables.ts'

/** writeBuckets returns the documents that were in another bucket before. */
export async function writeBuckets(
  tx: Tx,
  ids: readonly number[],
  to: Bucket | 'settled',
): Promise<{ id: number; category_id: number | null }[]> {
  if (ids.length === 0) return []
  const bucket =
    to === 'settled' ? sql<Bucket>`case when has_content = 1 then 'approved' else 'empty' end` : sql.lit<Bucket>(to)
  return tx
    .updateTable('documents')
    .set({ bucket })
    .where('id', 'in', ids)
    .where('bucket', '<>', bucket)
    .returning(['id', 'category_id'])
    .execute()
}

/** holdJobs waits for those who are busy with a document's jobs. */
export const holdJobs = async (
  tx: Tx,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  documentId: number,
): Promise<void> => {
  const jobs = tx.selectFrom('jobs').select('id').where('document_id', '=', documentId).orderBy('id')
  await jobs.modifyEnd(sql.raw(forUpdate)).execute()
}
