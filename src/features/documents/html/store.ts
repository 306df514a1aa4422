// Kept HTML and the number of the renderer that made it, for rerender.ts.

import { readCounter, writeCounter } from '#engine/db/counters.ts'
import type { Query, Tx } from '#engine/db/db.ts'

/** The renderer's number is kept among the counters; 0 means that nothing was ever looked through. */
const RENDERER = 'renderer'
export const findRenderer = (query: Query): Promise<number> => readCounter(query, RENDERER)
export const writeRenderer = (tx: Tx, value: number): Promise<void> => writeCounter(tx, RENDERER, value)

export const findHtmlAfter = (query: Query, id: number, limit: number) =>
  query
    .selectFrom('texts')
    .innerJoin('heads', 'heads.document_id', 'texts.document_id')
    .innerJoin('revisions', 'revisions.id', 'heads.published_id')
    .select(['texts.document_id', 'heads.published_id', 'revisions.blocks', 'texts.html'])
    .where('texts.document_id', '>', id)
    .where('html', '<>', '')
    .orderBy('texts.document_id')
    .limit(limit)
    .execute()

/** replaceHtml leaves content alone that was saved since: its HTML is already new. */
export async function replaceHtml(tx: Tx, id: number, publishedId: number, html: string): Promise<void> {
  await tx
    .updateTable('texts')
    .set({ html })
    .where('document_id', '=', id)
    .where((eb) => eb.exists(eb.selectFrom('heads').select('document_id').where('published_id', '=', publishedId)))
    .execute()
}
