// Queries of the dashboard: counts, sums and short lists over what everyone may read.

import type { Query } from '../../engine/db/db.ts'
import { type ListRow, selectListItems } from './list-item-store.ts'

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

// A cross join, because SQLite keeps its order: from the views of the period to their documents, never the other way.
const selectPublicViews = (query: Query, from: string) =>
  query
    .selectFrom('views')
    .crossJoin('documents')
    .whereRef('documents.id', '=', 'views.document_id')
    .where('views.day', '>=', from)
    .where('documents.audience', '=', 'public')

/** listMostRead: the documents with most views since a day; of equals the older one. */
export async function listMostRead(query: Query, from: string, limit: number) {
  const rows = await selectPublicViews(query, from)
    .select((eb) => ['views.document_id', eb.fn.sum<number | string>('views.views').as('total')])
    .groupBy('views.document_id')
    .orderBy('total', 'desc')
    .orderBy('views.document_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.document_id, views: Number(row.total) }))
}

export async function listViewsByDay(query: Query, from: string): Promise<Map<string, number>> {
  const rows = await selectPublicViews(query, from)
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

/** listRecent merges the newest of those without and of those with a pin: the list's index holds each in this order. */
export async function listRecent(query: Query, limit: number): Promise<ListRow[]> {
  const newest = (pinned: boolean) =>
    selectListItems(query)
      .where('documents.audience', '=', 'public')
      .where('documents.pinned_at', pinned ? '>' : '=', 0)
      .orderBy('documents.updated_at', 'desc')
      .orderBy('documents.id', 'desc')
      .limit(limit)
      .execute()
  return [...(await newest(false)), ...(await newest(true))]
    .sort((one, other) => other.updated_at - one.updated_at || other.id - one.id)
    .slice(0, limit)
}

export const listPinned = (query: Query, limit: number): Promise<ListRow[]> =>
  selectListItems(query)
    .where('documents.audience', '=', 'public')
    .where('documents.pinned_at', '>', 0)
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()
