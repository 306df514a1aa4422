// Queries of the dashboard: counts, sums and short lists over what everyone may read.

import { type SqlBool, sql } from 'kysely'
import type { Query } from '../../engine/db/db.ts'
import { type ListRow, newestOf, selectListItems } from './list-item-store.ts'
import { viewsSince } from './views-store.ts'

const IS_PUBLIC = sql<SqlBool>`documents.audience = 'public'`

export const countPublicCategories = async (query: Query): Promise<number> =>
  (
    await query
      .selectFrom('categories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('audience', '=', 'public')
      .executeTakeFirstOrThrow()
  ).count

export const sumPublicViews = async (query: Query): Promise<number> =>
  Number(
    (
      await query
        .selectFrom('documents')
        .select((eb) => eb.fn.sum<number | string | null>('view_count').as('views'))
        .where('audience', '=', 'public')
        .where('view_count', '>', 0)
        .executeTakeFirstOrThrow()
    ).views ?? 0,
  )

export async function listViewsByDay(query: Query, from: string): Promise<Map<string, number>> {
  const rows = await viewsSince(query, from, IS_PUBLIC)
    .select((eb) => ['views.day', eb.fn.sum<number | string>('views.views').as('total')])
    .groupBy('views.day')
    .execute()
  return new Map(rows.map((row) => [row.day, Number(row.total)]))
}

export const listPublicItems = async (query: Query, ids: readonly number[]): Promise<ListRow[]> =>
  ids.length === 0
    ? []
    : selectListItems(query)
        .where('documents.id', 'in', [...ids])
        .where('documents.audience', '=', 'public')
        .execute()

export const listRecent = (query: Query, limit: number): Promise<ListRow[]> =>
  newestOf(limit, (stretch) =>
    selectListItems(query)
      .where('documents.audience', '=', 'public')
      .where(stretch)
      .orderBy('documents.updated_at', 'desc')
      .orderBy('documents.id', 'desc')
      .limit(limit)
      .execute(),
  )

export const listPinned = (query: Query, limit: number): Promise<ListRow[]> =>
  selectListItems(query)
    .where('documents.audience', '=', 'public')
    .where('documents.pinned_at', '>', 0)
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()
