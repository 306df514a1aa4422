// Queries over buckets: counts, and pages filtered by category and by text in title, slug or category.

import { setImmediate } from 'node:timers/promises'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { Bucket } from '#engine/db/vocabulary.ts'
import { inSubtree } from '#features/categories/subtree.ts'
import { type ListRow, type PageRange, selectListItems } from './list-item-store.ts'
import { sortKey } from './sort-key.ts'

/** Filters inside the count: an outer condition would make the planner choose another index. */
export const countPerBucket = (query: Query, filter: Expression<SqlBool>, categoryId?: number) =>
  query
    .selectFrom('documents')
    .select((eb) => ['documents.bucket', eb.fn.countAll<number>().filterWhere(filter).as('count')])
    .$if(categoryId !== undefined, (rows) => rows.where(inSubtree(categoryId)))
    .groupBy('documents.bucket')
    .execute()

/** A bucket, or its documents in a category's subtree. */
export type BucketPart = {
  bucket: Bucket
  categoryId: number | undefined
  /** Undefined for those who read everything. */
  readable: Expression<SqlBool> | undefined
}

/** With a category, hides the bucket from the planner, because the category's index leads to fewer rows. */
const partOf = ({ bucket, categoryId, readable = sql<SqlBool>`1 = 1` }: BucketPart): Expression<SqlBool> =>
  categoryId === undefined
    ? sql<SqlBool>`(documents.bucket = ${bucket} and ${readable})`
    : sql<SqlBool>`(coalesce(documents.bucket, '') = ${bucket} and ${inSubtree(categoryId)} and ${readable})`

const NAMES = ['id', 'updated_at', 'title', 'title_key', 'slug', 'category_id'] as const
type NamedRow = Pick<Selectable<Tables['documents']>, (typeof NAMES)[number]>

/** Rows scanned at once (a few milliseconds) before others get a turn. */
const WINDOW = 2_000

/** Searches the text in title, slug or category, by the titles' sort key, which folds every script. */
function isNamed(text: string, categories: ReadonlySet<number>): (row: NamedRow) => boolean {
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

/** Scans a bucket in order, because no index finds text inside titles. */
export async function findNamed(
  query: Query,
  { bucket, categoryId, readable }: BucketPart,
  text: string,
): Promise<number[]> {
  const matches = isNamed(text, await categoriesNamed(query, text))
  const found: number[] = []
  for (let last: NamedRow | undefined; ; ) {
    const after = last
    const window: NamedRow[] = await query
      .selectFrom('documents')
      .select(NAMES)
      .where('bucket', '=', bucket)
      .$if(categoryId !== undefined, (rows) => rows.where(inSubtree(categoryId)))
      .$if(readable !== undefined, (rows) => rows.where(readable!))
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

/** A page, most recently changed first. */
export const listPart = (query: Query, part: BucketPart, { limit, offset }: PageRange): Promise<{ id: number }[]> =>
  query
    .selectFrom('documents')
    .select('id')
    .where(partOf(part))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countPart = async (query: Query, part: BucketPart): Promise<number> =>
  (
    await query
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(partOf(part))
      .executeTakeFirstOrThrow()
  ).total

export const listRows = async (query: Query, ids: readonly number[]): Promise<ListRow[]> =>
  ids.length === 0
    ? []
    : selectListItems(query)
        .where('documents.id', 'in', ids)
        .orderBy('documents.updated_at', 'desc')
        .orderBy('documents.id', 'desc')
        .execute()
