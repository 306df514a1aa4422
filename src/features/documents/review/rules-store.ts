// Queries over publishing rules: the nearest one applies, of the document or a category above it.

import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { prepared } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { inSubtrees } from '#features/categories/subtree.ts'
import { MAX_LEVELS } from '#features/categories/tree.ts'

export type RuleRow = Omit<Selectable<Tables['publishing_rules']>, 'id'>
export type RuledBy = { document_id: number } | { category_id: number }

const RULE = sql`publishing_rules.document_id, publishing_rules.category_id, publishing, approvals, by_others`
/** UNION terminates on a cycle of categories too, which only manual edits of the database can create. */
const ABOVE = sql`union all select categories.id, categories.parent_id, near + 1
  from categories join above on categories.id = above.parent_id where near <= ${sql.lit(MAX_LEVELS)}`

/** Prepared, because every save asks: otherwise editors on PostgreSQL would wait for the planner. */
const selectForDocument = prepared<RuleRow, { id: number }>(
  (slot) => sql<RuleRow>`with recursive above (id, parent_id, near) as (
      select categories.id, categories.parent_id, 1 from documents join categories on categories.id = documents.category_id
      where documents.id = ${slot('id')} ${ABOVE})
    select ${RULE} from publishing_rules left join above on above.id = publishing_rules.category_id
    where publishing_rules.document_id = ${slot('id')} or above.id is not null order by coalesce(near, 0) limit 1`,
)

const selectForCategory = prepared<RuleRow, { id: number }>(
  (slot) => sql<RuleRow>`with recursive above (id, parent_id, near) as (
      select id, parent_id, 0 from categories where id = ${slot('id')} ${ABOVE})
    select ${RULE} from publishing_rules join above on above.id = publishing_rules.category_id order by near limit 1`,
)

export const findDocumentRule = async (query: Query, id: number): Promise<RuleRow | undefined> =>
  (await selectForDocument(query, { id }))[0]
export const findCategoryRule = async (query: Query, id: number): Promise<RuleRow | undefined> =>
  (await selectForCategory(query, { id }))[0]

/** A rule requires review for one of these categories, or below it. */
export async function isReviewedWithin(query: Query, categoryIds: readonly number[]): Promise<boolean> {
  for (const id of categoryIds) if ((await findCategoryRule(query, id))?.publishing === 'review') return true
  const below = await query
    .selectFrom('publishing_rules')
    .leftJoin('documents', 'documents.id', 'publishing_rules.document_id')
    .select('publishing_rules.id')
    .where('publishing', '=', 'review')
    .where(({ or }) =>
      or([inSubtrees('publishing_rules.category_id', categoryIds), inSubtrees('documents.category_id', categoryIds)]),
    )
    .limit(1)
    .executeTakeFirst()
  return below !== undefined
}

/** Those of these documents that are under review; without such rules one query. */
export async function listReviewed(query: Query, documentIds: readonly number[]): Promise<number[]> {
  const rule = query.selectFrom('publishing_rules').select('id').where('publishing', '=', 'review').limit(1)
  if (documentIds.length === 0 || !(await rule.executeTakeFirst())) return []
  const reviewed: number[] = []
  for (const id of new Set(documentIds))
    if ((await findDocumentRule(query, id))?.publishing === 'review') reviewed.push(id)
  return reviewed
}

export async function deleteRule(tx: Tx, of: RuledBy): Promise<void> {
  await tx
    .deleteFrom('publishing_rules')
    .where((eb) => eb.and(of))
    .execute()
}

export async function insertRule(tx: Tx, rule: RuleRow): Promise<void> {
  await tx.insertInto('publishing_rules').values(rule).execute()
}
