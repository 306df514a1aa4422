// Queries that read what is saved and not published yet beside the document. It is to be merged when the document says something
// else than when it was begun; that is compared here, so that no way of writing a document can forget to mark it.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'

const TO_MERGE = sql<0 | 1>`case when published.since > saved.base_version or published.tags <> coalesce((
    select base.tags from revisions as base
    where base.document_id = saved.document_id and base.version <= saved.base_version order by base.version desc limit 1
  ), published.tags) then 1 else 0 end`

const selectCopies = (query: Query) =>
  query
    .selectFrom('documents')
    .innerJoin('heads', 'heads.document_id', 'documents.id')
    .innerJoin('revisions as saved', 'saved.id', 'heads.saved_id')
    .innerJoin('revisions as published', 'published.id', 'heads.published_id')
    .leftJoin('users', 'users.id', 'saved.author_id')
    .select(['documents.version as published_version', 'documents.draft_version as version', TO_MERGE.as('to_merge')])
    .select(['saved.author_id', 'saved.created_at as updated_at', 'saved.base_version'])
    .select(['documents.scheduled_at', 'documents.fault', personName('users').as('author_name')])

/** findCopyHead is what a document shows of its copy: not its text. */
export const findCopyHead = (query: Query, documentId: number) =>
  selectCopies(query).where('documents.id', '=', documentId).executeTakeFirst()

export type CopyHead = NonNullable<Awaited<ReturnType<typeof findCopyHead>>>

/** findWholeCopy also has what it says. */
export const findWholeCopy = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  selectCopies(query)
    .select(['saved.document_id', 'saved.title', 'saved.summary', 'saved.tags', 'saved.blocks'])
    .select(sql<number>`heads.saved_since`.as('created_at'))
    .where('documents.id', '=', documentId)
    .where(filter)
    .executeTakeFirst()
