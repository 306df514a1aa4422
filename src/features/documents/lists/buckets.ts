// Editors' lists and counts by bucket (empty, queued … approved). writing/buckets.ts decides which bucket a document is in.
// Editors read everything, so totals are cached for all of them.

import { LRUCache } from 'lru-cache'
import { type Actor, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Db } from '#engine/db/db.ts'
import type { Bucket } from '#engine/db/vocabulary.ts'
import { refuseUnknown } from '#features/categories/reading.ts'
import { readableBy } from '../access/access.ts'
import type { DocumentJobs } from '../jobs.ts'
import { BUCKETS, type BucketCounts, type BucketPage } from '../schemas.ts'
import { type BucketPart, countPart, countPerBucket, findNamed, listPart, listRows } from './buckets-store.ts'
import { presentListItem } from './list-item.ts'
import type { PageRange } from './list-item-store.ts'

export async function countBuckets({ db }: Deps, actor: Actor, categoryId?: number): Promise<BucketCounts> {
  await refuseUnknown({ db }, actor, categoryId)
  const rows = await countPerBucket(db.read, readableBy(actor), categoryId)
  const counts = new Map(rows.map((row) => [row.bucket, row.count]))
  return Object.fromEntries(BUCKETS.map((bucket) => [bucket, counts.get(bucket) ?? 0])) as BucketCounts
}

type BucketQuery = { bucket: Bucket; q: string; page: number; page_size: number; category_id?: number | undefined }

export async function pageOfBucket(
  { db, jobs }: Deps & { jobs: DocumentJobs },
  actor: Actor,
  wanted: BucketQuery,
): Promise<BucketPage> {
  const { bucket, q, page, page_size, category_id: categoryId } = wanted
  await refuseUnknown({ db }, actor, categoryId)
  const text = q.trim()
  const part = { bucket, categoryId, readable: seesEverything(actor) ? undefined : readableBy(actor) }
  const asked = { limit: page_size, offset: Math.min((page - 1) * page_size, Number.MAX_SAFE_INTEGER) }
  const { ids, total } = text === '' ? await pageOfAll(db, part, asked) : await pageOfNamed(db, part, text, asked)
  const rows = await listRows(db.read, ids)
  const newest = await jobs.findNewest(rows.map((row) => row.id))
  return {
    bucket,
    q,
    page,
    page_size,
    total,
    pages: Math.ceil(total / page_size),
    items: rows.map((row) => ({ ...presentListItem(row), job: newest.get(row.id) ?? null })),
  }
}

async function pageOfNamed(db: Db, part: BucketPart, text: string, { limit, offset }: PageRange) {
  const found = await findNamed(db.read, part, text)
  return { ids: found.slice(offset, offset + limit), total: found.length }
}

async function pageOfAll(db: Db, part: BucketPart, page: PageRange) {
  const total = await totalOf(db, part)
  if (page.offset >= total) return { ids: [], total }
  return { ids: (await listPart(db.read, part, page)).map(({ id }) => id), total }
}

const TOTALS_KEPT = 500
type Totals = LRUCache<string, { sequence: number; total: number }>
const totals = new WeakMap<Db, Totals>()

/** Cached until content changes: counting a large part is slow, reading a page isn't. */
async function totalOf(db: Db, part: BucketPart): Promise<number> {
  if (part.readable) return countPart(db.read, part)
  const totalsOfDb: Totals = totals.get(db) ?? new LRUCache({ max: TOTALS_KEPT })
  totals.set(db, totalsOfDb)
  // Read before counting, so that a concurrent write makes the total stale.
  const sequence = db.sequence()
  const key = `${part.bucket} ${part.categoryId}`
  const counted = totalsOfDb.get(key)
  if (counted && db.isCurrent(counted.sequence, [TAGS.documents])) return counted.total
  const total = await countPart(db.read, part)
  if (sequence !== undefined) totalsOfDb.set(key, { sequence, total })
  return total
}
