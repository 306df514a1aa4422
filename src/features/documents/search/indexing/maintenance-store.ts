// Queries of the index's maintenance.

import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Reach } from '#engine/db/search.ts'
import type { Tables } from '#engine/db/tables.ts'

/** What a document's entry is made of. */
export type SavedEntry = Pick<
  Selectable<Tables['documents']>,
  'id' | 'version' | 'title' | 'tags' | 'summary' | 'audience' | 'has_content'
> & { blocks: string }
type BehindRow = SavedEntry & { was_reach: Reach }

/** Locks the documents that have to be indexed again. */
export async function findBehind(tx: Tx, held: Dialect['forUpdate'], most: number): Promise<BehindRow[]> {
  const behind = await tx
    .selectFrom('search_documents')
    .select(['id', 'reach'])
    .where('is_behind', '=', 1)
    .orderBy('id')
    .limit(most)
    .execute()
  const wasReach = new Map(behind.map(({ id, reach }) => [id, reach]))
  const rows = await findSaved(tx, [...wasReach.keys()], held)
  return rows.map((row) => ({ ...row, was_reach: wasReach.get(row.id)! }))
}

/** In id order. */
export async function findSaved(
  query: Query,
  ids: readonly number[],
  held: Dialect['forUpdate'] = '',
): Promise<SavedEntry[]> {
  if (ids.length === 0) return []
  const rows = await query
    .selectFrom('documents')
    .select(['id', 'version', 'title', 'tags', 'summary', 'audience', 'has_content'])
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(sql.raw(held))
    .execute()
  const contents = await query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select(['documents.id as document_id', 'revisions.blocks'])
    .where('documents.id', 'in', ids)
    .execute()
  const blocks = new Map(contents.map((row) => [row.document_id, row.blocks]))
  return rows.map((row) => ({ ...row, blocks: blocks.get(row.id)! }))
}

export async function findWordsAfter(query: Query, after: string, most: number): Promise<string[]> {
  const rows = await query
    .selectFrom('search_words')
    .select('word')
    .where('word', '>', after)
    .orderBy('word')
    .limit(most)
    .execute()
  return rows.map(({ word }) => word)
}
