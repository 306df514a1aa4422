// Queries of the tree for one reader, by category, using the index in tree order.

import { type Expression, type InferResult, type Selectable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query } from '#engine/db/db.ts'
import { preparedBy } from '#engine/db/prepared.ts'
import type { Readable } from '#engine/db/search.ts'
import type { Tables } from '#engine/db/tables.ts'
import { categoryReadableBy } from '#features/categories/access.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import { type Channel, filterOf, readableBy, readableFor } from '../access/access.ts'
import { BY_POSITION, PINNED_FIRST } from './tree-order.ts'

const CATEGORY = ['id', 'parent_id', 'name', 'slug', 'slot', 'index_id'] as const
export type TreeCategory = Pick<Selectable<Tables['categories']>, (typeof CATEGORY)[number]>

export const listTreeCategories = (query: Query, actor: Actor): Promise<TreeCategory[]> =>
  query
    .selectFrom('categories')
    .select(CATEGORY)
    .where(categoryReadableBy(actor))
    .orderBy('depth')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** What is needed for the addresses of these documents, as far as the reader may read them. */
export async function listAddressed(
  query: Query,
  actor: Actor,
  { ids, slugs }: { ids: number[]; slugs: string[] },
): Promise<Pick<TreeDocument, 'id' | 'slug' | 'path' | 'category_id'>[]> {
  const rows = []
  const named = [
    ...batchesOf(ids).map((some) => sql<boolean>`documents.id in (${sql.join(some)})`),
    ...batchesOf(slugs).map((some) => sql<boolean>`documents.slug in (${sql.join(some)})`),
  ]
  for (const condition of named) {
    const some = query.selectFrom('documents').where(condition).where(readableBy(actor))
    rows.push(...(await some.select(['id', 'slug', 'path', 'category_id']).execute()))
  }
  return rows
}

/** Documents that the reader may read by category; those without one under NO_CATEGORY. */
export async function countByCategory(query: Query, actor: Actor, channel: Channel): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('documents')
    .select((eb) => [
      'documents.category_id',
      eb.fn.countAll<number>().filterWhere(readableBy(actor, channel)).as('count'),
    ])
    .groupBy('documents.category_id')
    .execute()
  return new Map(rows.filter((row) => row.count > 0).map((row) => [row.category_id ?? NO_CATEGORY, row.count]))
}

/** countByCategory for some categories, including zeros. */
export async function countIn(
  query: Query,
  actor: Actor,
  channel: Channel,
  categoryIds: readonly number[],
): Promise<Map<number, number>> {
  const count = async (category: number): Promise<[number, number]> => {
    const isLoose = category === NO_CATEGORY
    const { count } = await query
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('documents.category_id', isLoose ? 'is' : '=', isLoose ? null : category)
      .where(readableBy(actor, channel))
      .executeTakeFirstOrThrow()
    return [category, count]
  }
  return new Map(await Promise.all(categoryIds.map(count)))
}

const selectTreeDocuments = (query: Query, of: Expression<SqlBool>, readable: Expression<SqlBool>, limit: number) =>
  query
    .selectFrom('documents')
    .select([
      'documents.category_id',
      'documents.id',
      'documents.title',
      'documents.slug',
      'documents.pinned_at',
      'documents.position',
      'documents.path',
      'documents.has_content',
      'documents.published',
    ])
    .where(of)
    .where(readable)
    // The index's order, so that the first 200 are its first 200 entries.
    .orderBy(PINNED_FIRST)
    .orderBy(BY_POSITION)
    .orderBy('documents.title_key')
    .orderBy('documents.id')
    .limit(limit)
export type TreeDocument = InferResult<ReturnType<typeof selectTreeDocuments>>[number]

/** Categories per statement: one each would be a round trip to the server. */
const TOGETHER = 25

type Slots = { user: number | null; limit: number } & Record<`category${number}`, number>
const selectTogether = preparedBy<{ readable: Readable; count: number }, TreeDocument, Slots>(
  ({ readable, count }) => `${readable.shape} ${count}`,
  ({ readable, count }, slot, query) => {
    const parts = Array.from({ length: count }, (_, index) => {
      const of = sql<SqlBool>`documents.category_id = ${slot(`category${index}`)}`
      return selectTreeDocuments(query, of, readable.condition(slot('user')), slot('limit'))
    })
    if (parts.length === 1) return parts[0]!
    // UNION ALL keeps the parts in order: with limits, no engine parallelises them.
    return sql<TreeDocument>`${sql.join(
      parts.map((part) => sql`select * from (${part}) as part`),
      sql` union all `,
    )}`
  },
)

/** Up to `limit` documents of each category in tree order, in several statements. */
export async function* listTreeDocuments(
  query: Query,
  actor: Actor,
  categoryIds: number[],
  limit: number,
  channel: Channel,
): AsyncGenerator<TreeDocument[]> {
  const readable = readableFor(actor, channel)
  const values = { user: readable.userId, limit }
  if (categoryIds.includes(NO_CATEGORY))
    yield await selectTreeDocuments(query, sql`documents.category_id is null`, filterOf(readable), limit).execute()
  const ids = categoryIds.filter((id) => id !== NO_CATEGORY)
  // Most changes concern a single category.
  const count = ids.length === 1 ? 1 : TOGETHER
  for (let from = 0; from < ids.length; from += count) {
    // Unused slots of the last statement get NO_CATEGORY, which matches none.
    const slots = Array.from({ length: count }, (_, index) => [`category${index}`, ids[from + index] ?? NO_CATEGORY])
    yield await selectTogether(query, { readable, count }, { ...Object.fromEntries(slots), ...values })
  }
}
