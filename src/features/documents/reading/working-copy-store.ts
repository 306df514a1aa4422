// Queries that read working copies beside their documents. A copy is to be merged when the document says something else than it
// did when the copy was begun; that is compared here, so that no way of writing a document can forget to mark the copy.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'

const TO_MERGE = sql<0 | 1>`case when blocks.version > working_copies.base_version
  or documents.tags <> working_copies.base_tags then 1 else 0 end`

const selectCopies = (query: Query) =>
  query
    .selectFrom('working_copies')
    .innerJoin('documents', 'documents.id', 'working_copies.document_id')
    .innerJoin('blocks', 'blocks.document_id', 'working_copies.document_id')
    .leftJoin('users', 'users.id', 'working_copies.author_id')
    .select(['documents.version as published_version', 'documents.draft_version as version', TO_MERGE.as('to_merge')])
    .select(personName('users').as('author_name'))

/** findCopyHead is what a document shows of its copy: not its text. */
export const findCopyHead = (query: Query, documentId: number) =>
  selectCopies(query)
    .select(['working_copies.author_id', 'working_copies.updated_at', 'working_copies.base_version'])
    .select(['working_copies.scheduled_at', 'working_copies.fault'])
    .where('working_copies.document_id', '=', documentId)
    .executeTakeFirst()

export type CopyHead = NonNullable<Awaited<ReturnType<typeof findCopyHead>>>

/** findWholeCopy has the copy and, beside it, what the document says. */
export const findWholeCopy = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  selectCopies(query)
    .selectAll('working_copies')
    .select(['documents.title as published_title', 'documents.summary as published_summary'])
    .select(['documents.tags as published_tags', 'blocks.blocks as published_blocks'])
    .where('working_copies.document_id', '=', documentId)
    .where(filter)
    .executeTakeFirst()

export type WholeCopy = NonNullable<Awaited<ReturnType<typeof findWholeCopy>>>
