// Buckets: where documents stand on their way from empty to approved, as editors watch it.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Bucket } from '#engine/db/tables.ts'
import { refuseUnknown } from '#features/categories/reading.ts'
import { readableBy } from './access.ts'
import { countPerBucket, listBucketPage } from './buckets-store.ts'
import { findJobStatuses } from './job-status.ts'
import { presentListItem } from './list-item.ts'
import { BUCKETS, type BucketCounts, type BucketPage } from './schemas.ts'

type ReadDeps = Pick<Deps, 'db'>

export async function countBuckets({ db }: ReadDeps, actor: Actor, categoryId?: number): Promise<BucketCounts> {
  await refuseUnknown({ db }, actor, categoryId)
  const rows = await countPerBucket(db.read, readableBy(actor), categoryId)
  const counts = new Map(rows.map((row) => [row.bucket, row.count]))
  return Object.fromEntries(BUCKETS.map((bucket) => [bucket, counts.get(bucket) ?? 0])) as BucketCounts
}

type Wanted = { bucket: Bucket; q: string; page: number; page_size: number; category_id?: number | undefined }

export async function pageOfBucket({ db }: ReadDeps, actor: Actor, wanted: Wanted): Promise<BucketPage> {
  const { bucket, q, page, page_size, category_id: categoryId } = wanted
  await refuseUnknown({ db }, actor, categoryId)
  const { rows, total } = await listBucketPage(
    db,
    { bucket, categoryId, text: q.trim() },
    { limit: page_size, offset: Math.min((page - 1) * page_size, Number.MAX_SAFE_INTEGER) },
  )
  const statuses = await findJobStatuses(db, { documentIds: rows.map((row) => row.id) })
  const jobs = new Map(statuses.map((status) => [status.document_id, status]))
  return {
    bucket,
    q,
    page,
    page_size,
    total,
    pages: Math.ceil(total / page_size),
    items: rows.map((row) => ({ ...presentListItem(row), job: jobs.get(row.id) ?? null })),
  }
}
