// Queries over the content of documents: blocks, and what is made from them when they are saved.

import type { Selectable } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { prepared, preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'

type Row = Selectable<Tables['blocks']>
type Content = Pick<Row, 'blocks' | 'origin' | 'author_id' | 'saved_at'>

const selectContent = prepared<Content, { id: number }>((slot, query) =>
  query
    .selectFrom('blocks')
    .select(['blocks', 'origin', 'author_id', 'saved_at'])
    .where('document_id', '=', slot('id')),
)
export const getContent = async (query: Query, documentId: number): Promise<Content> =>
  (await selectContent(query, { id: documentId }))[0]!

const selectText = prepared<{ text: string }, { id: number }>((slot, query) =>
  query.selectFrom('blocks').select('text').where('document_id', '=', slot('id')),
)
export const getText = async (query: Query, documentId: number): Promise<string> =>
  (await selectText(query, { id: documentId }))[0]!.text

export type NewContent = Pick<Row, 'blocks' | 'text' | 'html' | 'origin'>

const NEW_ROW = ['document_id', 'blocks', 'text', 'html', 'origin', 'author_id', 'saved_at'] as const
export const insertContent = preparedWrite<unknown, Pick<Row, (typeof NEW_ROW)[number]>>((slot, tx) =>
  tx.insertInto('blocks').values(slotsOf(slot, NEW_ROW)),
)

const PROVENANCE = ['version', 'origin', 'author_id', 'saved_at'] as const
const REPLACED = ['blocks', 'text', 'html', ...PROVENANCE] as const

/** updateBlocks replaces the content itself, updateProvenance only says who wrote the title or summary beside it. */
export const updateBlocks = preparedWrite<unknown, { id: number } & Pick<Row, (typeof REPLACED)[number]>>((slot, tx) =>
  tx.updateTable('blocks').set(slotsOf(slot, REPLACED)).where('document_id', '=', slot('id')),
)

export const updateProvenance = preparedWrite<unknown, { id: number } & Pick<Row, (typeof PROVENANCE)[number]>>(
  (slot, tx) => tx.updateTable('blocks').set(slotsOf(slot, PROVENANCE)).where('document_id', '=', slot('id')),
)
