// Queries for drafts.ts.

import { sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'

/** No access rule: a worker drafts every document, and related.ts has chosen what may be read. */
export const selectTexts = (query: Query, ids: readonly number[]) =>
  query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select(['documents.id', 'documents.slug', 'documents.title', 'documents.summary', 'documents.version'])
    .select(['documents.has_content', 'documents.category_id', 'documents.lang'])
    .select(['revisions.id as published_id', 'revisions.blocks'])
    .where('documents.id', 'in', ids)
    .execute()

/** A document's text (blocks as JSON) and its version. */
export type DocumentText = Awaited<ReturnType<typeof selectTexts>>[number]

export async function holdRows(tx: Tx, held: Dialect['forReference'], ids: readonly number[]): Promise<void> {
  await tx.selectFrom('documents').select('id').where('id', 'in', ids).orderBy('id').modifyEnd(sql.raw(held)).execute()
}

export async function selectSlugs(query: Query, slugs: readonly string[]): Promise<string[]> {
  const rows = await query
    .selectFrom('documents')
    .select('slug')
    .where('slug', 'in', slugs)
    .union(query.selectFrom('former_slugs').select('slug').where('slug', 'in', slugs))
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Records who approved the document's current text. */
export async function updateApproval(
  tx: Tx,
  id: number,
  approval: { approved_by: number | null; approved_at: number; by_model: 0 | 1 },
): Promise<void> {
  await tx.updateTable('document_rows').set(approval).where('id', '=', id).execute()
}

export async function selectNamed(query: Query, names: readonly string[]): Promise<number[]> {
  const rows = await query
    .selectFrom('documents')
    .select('id')
    .where(({ or, eb }) => or([eb('slug', 'in', names), eb('title', 'in', names)]))
    .orderBy('id')
    .limit(MOST_NAMED)
    .execute()
  return rows.map(({ id }) => id)
}

/** Many documents may have the same title. */
const MOST_NAMED = 20

export async function selectWriter(query: Query, documentId: number): Promise<number | null> {
  const row = await query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select('revisions.author_id')
    .where('documents.id', '=', documentId)
    .executeTakeFirst()
  return row?.author_id ?? null
}
