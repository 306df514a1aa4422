// Queries of the draft beside a document. Whether it needs merging (what is published has changed since its base) is computed
// here, so that no write can forget to flag it.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'

const TO_MERGE = sql<0 | 1>`case when published.id <> base.id
  and (base.since is null or published.since > base.since or published.tags <> base.tags) then 1 else 0 end`

const selectDrafts = (query: Query) =>
  query
    .selectFrom('drafts')
    .innerJoin('documents', 'documents.id', 'drafts.document_id')
    .innerJoin('revisions as head', 'head.id', 'drafts.head_id')
    .innerJoin('revisions as base', 'base.id', 'drafts.base_id')
    .innerJoin('revisions as published', 'published.id', 'documents.published_id')
    .leftJoin('users', 'users.id', 'head.author_id')
    .select(['documents.version as published_version', 'drafts.version', TO_MERGE.as('to_merge'), 'drafts.base_id'])
    .select(['head.author_id', 'head.created_at as updated_at', 'drafts.head_id', 'drafts.scheduled_id'])
    .select(
      sql<number>`case when base.version > head.base_version then base.version else head.base_version end`.as(
        'base_version',
      ),
    )
    .select(
      sql<number | null>`(select created_at from revisions where revisions.id = drafts.scheduled_id)`.as(
        'scheduled_as_of',
      ),
    )
    .select(['drafts.scheduled_at', 'drafts.fault', personName('users').as('author_name')])
    .where('drafts.kind', '=', 'shared')

/** What a document shows of its draft, without the text. */
export const findDraftHead = (query: Query, documentId: number) =>
  selectDrafts(query).where('documents.id', '=', documentId).executeTakeFirst()

export type DraftHeadRow = NonNullable<Awaited<ReturnType<typeof findDraftHead>>>

/** Including the text. */
export const findWholeDraft = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  selectDrafts(query)
    .select(['head.document_id', 'head.title', 'head.summary', 'head.tags', 'head.blocks', 'drafts.created_at'])
    .where('documents.id', '=', documentId)
    .where(filter)
    .executeTakeFirst()
