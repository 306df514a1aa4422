// Queries of the dashboard: counts, sums and short lists over what everyone may read.

import type { Query } from '../../engine/db/db.ts'
import { type ListRow, selectListItems } from './list-item.ts'

export const countPublicDocuments = async (query: Query): Promise<number> =>
  (
    await query
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('audience', '=', 'public')
      .executeTakeFirstOrThrow()
  ).count

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

/** listPublicViews sums the views since a day, by document and by day. */
export async function listPublicViews(query: Query, from: string) {
  const rows = await query
    .selectFrom('views')
    .innerJoin('documents', 'documents.id', 'views.document_id')
    .select(['views.document_id', 'views.day', 'views.views'])
    .where('views.day', '>=', from)
    .where('documents.audience', '=', 'public')
    .execute()
  const byDocument = new Map<number, number>()
  const byDay = new Map<string, number>()
  for (const { document_id, day, views } of rows) {
    byDocument.set(document_id, (byDocument.get(document_id) ?? 0) + views)
    byDay.set(day, (byDay.get(day) ?? 0) + views)
  }
  return { byDocument, byDay }
}

export const listPublicItems = async (query: Query, ids: readonly number[]): Promise<ListRow[]> =>
  ids.length === 0
    ? []
    : selectListItems(query)
        .where('documents.id', 'in', [...ids])
        .where('documents.audience', '=', 'public')
        .execute()

export const listRecent = (query: Query, limit: number): Promise<ListRow[]> =>
  selectListItems(query)
    .where('documents.audience', '=', 'public')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()

export const listPinned = (query: Query, limit: number): Promise<ListRow[]> =>
  selectListItems(query)
    .where('documents.audience', '=', 'public')
    .where('documents.pinned_at', '>', 0)
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()
