// Documents with an unpublished text (saved or autosaved) or a draft in progress.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'

/** More aren't examined, and show what their row says. */
const MOST = 5_000

export const listUnsettled = (query: Query, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .innerJoin('heads', 'heads.document_id', 'documents.id')
    .innerJoin('revisions as live', 'live.id', 'heads.published_id')
    .leftJoin('revisions as typed', 'typed.id', 'heads.working_id')
    .select(['documents.id', 'documents.published', 'documents.bucket', 'documents.scheduled_at'])
    // Text that was typed and undone is no draft.
    .select(
      sql<0 | 1>`case when heads.saved_id is not null then 1 when typed.id is null then 0
        when typed.title = live.title and coalesce(typed.summary, '') = coalesce(live.summary, '')
          and typed.tags = live.tags and typed.blocks = live.blocks then 0 else 1 end`.as('has_draft'),
    )
    .where(sql<SqlBool>`documents.id in (select document_id from heads where saved_id is not null
      union all select document_id from heads where working_id is not null
      union all select id from documents where bucket = 'processing')`)
    .where(filter)
    .orderBy('documents.id')
    .limit(MOST)
    .execute()
