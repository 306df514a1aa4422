// Kept HTML and the number of the renderer that made it, for rerender.ts.

import type { Query, Tx } from '#engine/db/db.ts'

/** The renderer's number is kept among the counters; without one, nothing was ever looked through. */
const SCOPE = 'renderer'

export async function findRenderer(query: Query): Promise<number> {
  const row = await query.selectFrom('counters').select('value').where('scope', '=', SCOPE).executeTakeFirst()
  return row?.value ?? 0
}

export async function writeRenderer(tx: Tx, value: number): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ scope: SCOPE, value })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ value }))
    .execute()
}

export const findHtmlAfter = (query: Query, id: number, limit: number) =>
  query
    .selectFrom('blocks')
    .innerJoin('documents', 'documents.id', 'blocks.document_id')
    .select(['blocks.document_id', 'blocks.version', 'blocks.blocks', 'blocks.html', 'documents.category_id'])
    .where('blocks.document_id', '>', id)
    .where('blocks.html', '<>', '')
    .orderBy('document_id')
    .limit(limit)
    .execute()

/** replaceHtml leaves content alone that was saved since: its HTML is already new. */
export async function replaceHtml(tx: Tx, id: number, version: number, html: string): Promise<void> {
  await tx.updateTable('blocks').set({ html }).where('document_id', '=', id).where('version', '=', version).execute()
}
