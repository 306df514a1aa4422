// Queries of the tree: what one reader sees, category by category, on the index that holds documents in the tree's order.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Db, Query } from '#engine/db/db.ts'
import { categoryReadableBy } from '#features/categories/access.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import { type Place, preparedForReaders, readableBy } from './access.ts'
import { BY_POSITION, PINNED_FIRST } from './tree-order.ts'

export type TreeDocument = {
  category_id: number | null
  id: number
  title: string
  slug: string
  pinned_at: number
  has_content: 0 | 1
}

export const listTreeCategories = (query: Query, actor: Actor) =>
  query
    .selectFrom('categories')
    .select(['id', 'parent_id', 'name', 'slug'])
    .where(categoryReadableBy(actor))
    .orderBy('depth')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** countByCategory counts what this reader may read, on the index of categories; documents without one are in NO_CATEGORY. */
export async function countByCategory(query: Query, actor: Actor, place: Place): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('documents')
    .select((eb) => [
      'documents.category_id',
      eb.fn.countAll<number>().filterWhere(readableBy(actor, place)).as('count'),
    ])
    .groupBy('documents.category_id')
    .execute()
  return new Map(rows.filter((row) => row.count > 0).map((row) => [row.category_id ?? NO_CATEGORY, row.count]))
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
      'documents.has_content',
    ])
    .where(of)
    .where(readable)
    // The index's own order, so that the first 200 are simply its first 200 entries.
    .orderBy(PINNED_FIRST)
    .orderBy(BY_POSITION)
    .orderBy('documents.title_key')
    .orderBy('documents.id')
    .limit(limit)

const selectLoose = (place: Place) =>
  preparedForReaders<TreeDocument, { limit: number }>(
    (slot, query, readable) => selectTreeDocuments(query, sql`documents.category_id is null`, readable, slot('limit')),
    place,
  )

type Slots = Record<`category${number}`, number> & { limit: number }
const selectTogether = (place: Place, count: number) =>
  preparedForReaders<TreeDocument, Slots>((slot, query, readable) => {
    const parts = Array.from({ length: count }, (_, index) => {
      const of = sql<SqlBool>`documents.category_id = ${slot(`category${index}`)}`
      return selectTreeDocuments(query, of, readable, slot('limit'))
    })
    if (parts.length === 1) return parts[0]!
    // Parts that have a limit stay in their order: no engine works on such ones in parallel.
    return sql<TreeDocument>`${sql.join(
      parts.map((part) => sql`select * from (${part}) as part`),
      sql` union all `,
    )}`
  }, place)

type Selects = { loose: ReturnType<typeof selectLoose>; together: ReturnType<typeof selectTogether> }
const selects = new Map<string, Selects>()

function selectsFor(place: Place, count: number): Selects {
  const key = `${place} ${count}`
  const made = selects.get(key) ?? { loose: selectLoose(place), together: selectTogether(place, count) }
  selects.set(key, made)
  return made
}

/** listTreeDocuments brings up to `limit` documents of each category, in the tree's order, some categories at a time. */
export async function* listTreeDocuments(
  { read, dialect: { together } }: Pick<Db, 'read' | 'dialect'>,
  actor: Actor,
  categoryIds: number[],
  limit: number,
  place: Place,
): AsyncGenerator<TreeDocument[]> {
  const select = selectsFor(place, together)
  if (categoryIds.includes(NO_CATEGORY)) yield await select.loose(read, actor, { limit })
  const ids = categoryIds.filter((id) => id !== NO_CATEGORY)
  for (let from = 0; from < ids.length; from += together) {
    // The last statement has room for more categories than are left; NO_CATEGORY is the id of none.
    const slots = Array.from({ length: together }, (_, index) => [`category${index}`, ids[from + index] ?? NO_CATEGORY])
    yield await select.together(read, actor, { ...(Object.fromEntries(slots) as Slots), limit })
  }
}
