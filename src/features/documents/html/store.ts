// Saved HTML and the version of the renderer that made it, for rerender.ts.

import { readCounter, writeCounter } from '#engine/db/counters.ts'
import type { Query, Tx } from '#engine/db/db.ts'

/** A row of the counters; 0 means never rendered again. */
const RENDERER = 'renderer'
export const findRenderer = (query: Query): Promise<number> => readCounter(query, RENDERER)
export const writeRenderer = (tx: Tx, value: number): Promise<void> => writeCounter(tx, RENDERER, value)

export const findHtmlAfter = (query: Query, id: number, limit: number) =>
  query
    .selectFrom('texts')
    .innerJoin('document_rows', 'document_rows.id', 'texts.document_id')
    .innerJoin('revisions', 'revisions.id', 'document_rows.published_id')
    .select(['texts.document_id', 'revisions.id as published_id', 'revisions.blocks', 'texts.html'])
    .where('texts.document_id', '>', id)
    .where('html', '<>', '')
    .orderBy('texts.document_id')
    .limit(limit)
    .execute()

/** Skips content that was saved since, as its HTML is new. */
export async function replaceHtml(tx: Tx, id: number, publishedId: number, html: string): Promise<void> {
  await tx
    .updateTable('texts')
    .set({ html })
    .where('document_id', '=', id)
    .where((eb) => eb.exists(eb.selectFrom('document_rows').select('id').where('published_id', '=', publishedId)))
    .execute()
}
