// Queries over buckets: counts, and pages filtered by a text that stands in title, slug or category.

import { setImmediate } from 'node:timers/promises'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Query } from '../../engine/db/db.ts'
import type { Bucket } from '../../engine/db/tables.ts'
import { type ListRow, selectListItems } from './list-item-store.ts'
import { sortKey } from './sort-key.ts'

/** countPerBucket filters inside the count: a condition outside would choose another index than the one in buckets' order. */
export const countPerBucket = (query: Query, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .select((eb) => ['documents.bucket', eb.fn.countAll<number>().filterWhere(filter).as('count')])
    .groupBy('documents.bucket')
    .execute()

type Named = {
  id: number
  updated_at: number
  title: string
  title_key: string
  slug: string
  category_id: number | null
}

/** WINDOW rows are looked at in one go, a few milliseconds; others get their turn before the next ones. */
const WINDOW = 2_000

/** isNamed looks for the text in title, slug or category; the key that titles sort by knows every script. */
function isNamed(text: string, categories: ReadonlySet<number>): (row: Named) => boolean {
  const [wanted, key] = [text.toLowerCase(), sortKey(text)]
  return ({ title, title_key, slug, category_id }) =>
    title.toLowerCase().includes(wanted) ||
    title_key.includes(key) ||
    slug.includes(wanted) ||
    (category_id !== null && categories.has(category_id))
}

async function categoriesNamed(query: Query, text: string): Promise<Set<number>> {
  const wanted = text.toLowerCase()
  const rows = await query.selectFrom('categories').select(['id', 'name']).execute()
  return new Set(rows.filter((row) => row.name.toLowerCase().includes(wanted)).map((row) => row.id))
}

/** findNamed walks a bucket in its order, window by window: a text inside titles has no index that would lead to it. */
async function findNamed(query: Query, bucket: Bucket, text: string): Promise<number[]> {
  const matches = isNamed(text, await categoriesNamed(query, text))
  const found: number[] = []
  for (let last: Named | undefined; ; ) {
    const after = last
    const window: Named[] = await query
      .selectFrom('documents')
      .select(['id', 'updated_at', 'title', 'title_key', 'slug', 'category_id'])
      .where('bucket', '=', bucket)
      .$if(after !== undefined, (rows) =>
        rows.where(sql<SqlBool>`(updated_at, id) < (${after?.updated_at ?? 0}, ${after?.id ?? 0})`),
      )
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(WINDOW)
      .execute()
    for (const row of window) if (matches(row)) found.push(row.id)
    last = window.at(-1)
    if (window.length < WINDOW) return found
    await setImmediate()
  }
}

export async function listBucketPage(
  db: Db,
  bucket: Bucket,
  text: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ListRow[]; total: number }> {
  const query = db.read
  const { ids, total } = text === '' ? await pageOfAll(db, bucket, page) : await pageOfNamed(query, bucket, text, page)
  if (ids.length === 0) return { rows: [], total }
  const rows = await selectListItems(query)
    .where('documents.id', 'in', ids)
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
  return { rows, total }
}

type Page = { limit: number; offset: number }

async function pageOfNamed(query: Query, bucket: Bucket, text: string, { limit, offset }: Page) {
  const found = await findNamed(query, bucket, text)
  return { ids: found.slice(offset, offset + limit), total: found.length }
}

async function pageOfAll(db: Db, bucket: Bucket, { limit, offset }: Page) {
  const total = await totalOf(db, bucket)
  if (offset >= total) return { ids: [], total }
  const rows = await db.read
    .selectFrom('documents')
    .select('id')
    .where('bucket', '=', bucket)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { ids: rows.map((row) => row.id), total }
}

type Total = { version: number; total: number }
const totals = new WeakMap<Db, Map<Bucket, Total>>()

/** totalOf counts a bucket once for every state of the content: counting costs with the bucket, a page does not. */
async function totalOf(db: Db, bucket: Bucket): Promise<number> {
  const known = totals.get(db) ?? new Map<Bucket, Total>()
  totals.set(db, known)
  const version = db.version('content')
  const kept = known.get(bucket)
  if (kept?.version === version) return kept.total
  const { total } = await db.read
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('bucket', '=', bucket)
    .executeTakeFirstOrThrow()
  known.set(bucket, { version, total })
  return total
}
