// Queries of the dashboard: counts and sums over what a filter lets through.

import type { Expression, SqlBool } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { viewsSince } from '../views/store.ts'

export const countPublicCategories = async (query: Query): Promise<number> =>
  (
    await query
      .selectFrom('categories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('audience', '=', 'public')
      .executeTakeFirstOrThrow()
  ).count

export const sumViews = async (query: Query, filter: Expression<SqlBool>): Promise<number> =>
  Number(
    (
      await query
        .selectFrom('documents')
        .select((eb) => eb.fn.sum<number | string | null>('view_count').as('views'))
        .where(filter)
        .where('view_count', '>', 0)
        .executeTakeFirstOrThrow()
    ).views ?? 0,
  )

export async function listViewsByDay(
  query: Query,
  filter: Expression<SqlBool>,
  from: string,
): Promise<Map<string, number>> {
  const rows = await viewsSince(query, from, filter)
    .select((eb) => ['views.day', eb.fn.sum<number | string>('views.views').as('total')])
    .groupBy('views.day')
    .execute()
  return new Map(rows.map((row) => [row.day, Number(row.total)]))
}
