// Documents that have a saved text which is not published, or a draft under way.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'

/** Nobody looks through more; what is beyond says what its row says. */
const MOST = 5_000

export const listUnsettled = (query: Query, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .innerJoin('heads', 'heads.document_id', 'documents.id')
    .select(['documents.id', 'documents.published', 'documents.bucket', 'documents.scheduled_at'])
    .select(sql<0 | 1>`case when heads.saved_id is null then 0 else 1 end`.as('is_saved'))
    .where(sql<SqlBool>`documents.id in (select document_id from heads where saved_id is not null
      union all select id from documents where bucket = 'processing')`)
    .where(filter)
    .orderBy('documents.id')
    .limit(MOST)
    .execute()
