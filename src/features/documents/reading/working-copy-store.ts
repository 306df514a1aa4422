// Queries of the unpublished text beside a document. Whether it needs merging (the document has changed since its base) is
// computed here, so that no write can forget to flag it.

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

/** What a document shows of its copy, without the text. */
export const findCopyHead = (query: Query, documentId: number) =>
  selectCopies(query).where('documents.id', '=', documentId).executeTakeFirst()

export type CopyHead = NonNullable<Awaited<ReturnType<typeof findCopyHead>>>

/** Including the text. */
export const findWholeCopy = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  selectCopies(query)
    .select(['saved.document_id', 'saved.title', 'saved.summary', 'saved.tags', 'saved.blocks'])
    .select(sql<number>`heads.saved_since`.as('created_at'))
    .where('documents.id', '=', documentId)
    .where(filter)
    .executeTakeFirst()
