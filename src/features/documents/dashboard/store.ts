// Queries of the dashboard and the overview.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { OWNED_CATEGORIES } from '#features/owners/owners.ts'
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

type OverviewRow = Record<'documents' | 'checked' | 'stale' | 'unowned' | 'helpful' | 'unhelpful', number | string> & {
  category_id: number | null
  name: string | null
}

export async function listByCategory(query: Query, readable: Expression<SqlBool>): Promise<OverviewRow[]> {
  const { rows } = await sql<OverviewRow>`select documents.category_id, categories.name, count(*) as documents,
      count(*) filter (where resting.document_id is not null and stale.document_id is null) as checked,
      count(*) filter (where stale.document_id is not null) as stale,
      count(*) filter (where owners.id is null and owned.id is null) as unowned,
      coalesce(sum(said.yes), 0) as helpful, coalesce(sum(said.no), 0) as unhelpful
    from documents
    left join categories on categories.id = documents.category_id
    left join owners on owners.document_id = documents.id
    left join (${OWNED_CATEGORIES}) as owned on owned.id = documents.category_id
    left join (select distinct document_id from evidence) as resting on resting.document_id = documents.id
    left join (select distinct document_id from evidence_sources where stale_since is not null) as stale
      on stale.document_id = documents.id
    left join (select document_id, sum(is_helpful) as yes, sum(1 - is_helpful) as no from feedback group by document_id)
      as said on said.document_id = documents.id
    where ${readable}
    group by documents.category_id, categories.name, categories.position
    order by categories.name is null, categories.name, documents.category_id`.execute(query)
  return rows
}
