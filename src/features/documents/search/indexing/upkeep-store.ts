// The queries of the index's upkeep.

import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Reach } from '#engine/db/search.ts'
import type { Tables } from '#engine/db/tables.ts'

export type BehindRow = Pick<
  Selectable<Tables['documents']>,
  'id' | 'title' | 'tags' | 'summary' | 'audience' | 'has_content'
> & { blocks: string; was_reach: Reach }

/** findBehind holds the documents that have to be indexed again, so that nobody saves them meanwhile. */
export async function findBehind(tx: Tx, held: Dialect['forUpdate'], most: number): Promise<BehindRow[]> {
  const behind = await tx
    .selectFrom('search_documents')
    .select(['id', 'reach'])
    .where('is_behind', '=', 1)
    .orderBy('id')
    .limit(most)
    .execute()
  if (behind.length === 0) return []
  const ids = behind.map(({ id }) => id)
  const wasReach = new Map(behind.map(({ id, reach }) => [id, reach]))
  const rows = await tx
    .selectFrom('documents')
    .select(['id', 'title', 'tags', 'summary', 'audience', 'has_content'])
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(sql.raw(held))
    .execute()
  const contents = await tx
    .selectFrom('blocks')
    .select(['document_id', 'blocks'])
    .where('document_id', 'in', ids)
    .execute()
  const blocks = new Map(contents.map((row) => [row.document_id, row.blocks]))
  return rows.map((row) => ({ ...row, blocks: blocks.get(row.id)!, was_reach: wasReach.get(row.id)! }))
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
