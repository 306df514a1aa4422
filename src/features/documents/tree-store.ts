// Queries of the tree: what one reader sees, category by category, on the index that holds documents in the tree's order.

import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Query } from '../../engine/db/db.ts'
import { categoryReadableBy } from '../categories/access.ts'
import { preparedForReaders, readableBy } from './access.ts'

export type TreeDocument = { id: number; title: string; slug: string; pinned_at: number }

export const listTreeCategories = (query: Query, actor: Actor) =>
  query
    .selectFrom('categories')
    .select(['id', 'parent_id', 'name', 'slug'])
    .where(categoryReadableBy(actor))
    .orderBy('depth')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** countByCategory counts what this reader may read, on the index of categories; documents without one are under 0. */
export async function countByCategory(query: Query, actor: Actor): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('documents')
    .select((eb) => ['documents.category_id', eb.fn.countAll<number>().filterWhere(readableBy(actor)).as('count')])
    .groupBy('documents.category_id')
    .execute()
  return new Map(rows.filter((row) => row.count > 0).map((row) => [row.category_id ?? 0, row.count]))
}

const selectTreeDocuments = (only: 'without a category' | 'of a category') =>
  preparedForReaders<TreeDocument, { categoryId: number; limit: number }>((slot, query, filter) =>
    query
      .selectFrom('documents')
      .select(['documents.id', 'documents.title', 'documents.slug', 'documents.pinned_at'])
      .where((eb) =>
        only === 'of a category'
          ? eb('documents.category_id', '=', slot('categoryId'))
          : eb('documents.category_id', 'is', null),
      )
      .where(filter)
      // The index's own order, expression by expression, so that the first 200 are simply its first 200 entries.
      .orderBy(sql`case when documents.pinned_at > 0 then 0 else 1 end`)
      .orderBy(sql`coalesce(documents.position, 2147483647)`)
      .orderBy('documents.title_key')
      .orderBy('documents.id')
      .limit(slot('limit')),
  )
const selectInCategory = selectTreeDocuments('of a category')
const selectLoose = selectTreeDocuments('without a category')

export const listTreeDocuments = (query: Query, actor: Actor, categoryId: number | null, limit: number) =>
  categoryId === null
    ? selectLoose(query, actor, { categoryId: 0, limit })
    : selectInCategory(query, actor, { categoryId, limit })
