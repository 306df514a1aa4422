// Documents with a draft, or a job in progress.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'

/** More aren't examined, and show what their row says. */
const MOST = 5_000

export const listUnsettled = (query: Query, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .leftJoin('drafts', (join) =>
      join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
    )
    .select(['documents.id', 'documents.published', 'documents.bucket', 'drafts.scheduled_at'])
    .select(sql<0 | 1>`case when drafts.id is null then 0 else 1 end`.as('has_draft'))
    .where(sql<SqlBool>`documents.id in (select document_id from drafts where kind = 'shared'
      union all select id from documents where bucket = 'processing')`)
    .where(filter)
    .orderBy('documents.id')
    .limit(MOST)
    .execute()
