// Queries over the backlog.

import { type Expression, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query } from '#engine/db/db.ts'
import { inSubtree } from '#features/categories/subtree.ts'

/** Documents of a subtree without a first draft, or whose last job failed. */
export async function findBacklogIds(
  query: Query,
  readable: Expression<SqlBool>,
  categoryId: number,
): Promise<number[]> {
  const rows = await query
    .selectFrom('documents')
    .select('id')
    .where('bucket', 'in', ['empty', 'failed'])
    .where(inSubtree(categoryId))
    .where(readable)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listReadable(
  query: Query,
  readable: Expression<SqlBool>,
  ids: readonly number[],
): Promise<number[]> {
  const found: number[] = []
  for (const some of batchesOf(ids)) {
    const rows = query.selectFrom('documents').select('id').where('id', 'in', some).where(readable)
    found.push(...(await rows.execute()).map(({ id }) => id))
  }
  return found
}

export async function findBacklog(query: Query, readable: Expression<SqlBool>, categoryId: number | undefined) {
  return query
    .selectFrom('documents')
    .leftJoin('categories', 'categories.id', 'documents.category_id')
    .leftJoin('jobs', (join) =>
      join.on(
        'jobs.id',
        '=',
        sql<number>`(select id from jobs newest where newest.document_id = documents.id order by newest.id desc limit 1)`,
      ),
    )
    .select([
      'documents.id',
      'documents.slug',
      'documents.title',
      'documents.category_id',
      'categories.name as category',
      'documents.bucket',
      'jobs.id as last_job_id',
      'jobs.error as last_error',
      'documents.created_at',
      'documents.updated_at',
    ])
    .where('documents.bucket', 'in', ['empty', 'failed'])
    .where(readable)
    .$if(categoryId !== undefined, (q) => q.where(inSubtree(categoryId)))
    .orderBy('documents.id')
    .execute()
}

export type BacklogRow = Awaited<ReturnType<typeof findBacklog>>[number]
