// Queries over the content of documents: blocks, and what is made from them when they are saved.

import type { Selectable } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { prepared, preparedWrite } from '#engine/db/prepared.ts'
import type { RevisionOrigin, Tables } from '#engine/db/tables.ts'

type Content = Pick<Selectable<Tables['blocks']>, 'blocks' | 'origin' | 'author_id' | 'saved_at'>

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

export type NewContent = { blocks: string; text: string; html: string; origin: RevisionOrigin }
type ContentRow = NewContent & { document_id: number; author_id: number | null; saved_at: number }

export const insertContent = preparedWrite<unknown, ContentRow>((slot, tx) =>
  tx.insertInto('blocks').values({
    document_id: slot('document_id'),
    blocks: slot('blocks'),
    text: slot('text'),
    html: slot('html'),
    origin: slot('origin'),
    author_id: slot('author_id'),
    saved_at: slot('saved_at'),
  }),
)

type Written = { id: number; version: number; origin: RevisionOrigin; author_id: number | null; saved_at: number }

/** updateBlocks replaces the content itself, updateProvenance only says who wrote the title or summary beside it. */
export const updateBlocks = preparedWrite<unknown, Written & Omit<NewContent, 'origin'>>((slot, tx) =>
  tx
    .updateTable('blocks')
    .set({
      blocks: slot('blocks'),
      text: slot('text'),
      html: slot('html'),
      version: slot('version'),
      origin: slot('origin'),
      author_id: slot('author_id'),
      saved_at: slot('saved_at'),
    })
    .where('document_id', '=', slot('id')),
)

export const updateProvenance = preparedWrite<unknown, Written>((slot, tx) =>
  tx
    .updateTable('blocks')
    .set({
      version: slot('version'),
      origin: slot('origin'),
      author_id: slot('author_id'),
      saved_at: slot('saved_at'),
    })
    .where('document_id', '=', slot('id')),
)
