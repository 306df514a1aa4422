// Queries of evidence for readers. Each contains the access rule, for the document and for its sources.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'

/** Most pages have none: without this check, an uncached page would cost a third more. */
export const hasEvidence = async (query: Query, documentId: number): Promise<boolean> =>
  (await query
    .selectFrom('evidence')
    .select('block_id')
    .where('document_id', '=', documentId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Undefined if this reader can't see the document. */
export async function listSeenBlocks(query: Query, readable: Expression<SqlBool>, documentId: number) {
  const document = await query
    .selectFrom('documents')
    .select('documents.id')
    .where('documents.id', '=', documentId)
    .where(readable)
    .executeTakeFirst()
  return document && selectBlocks(query, documentId)
}

const selectBlocks = (query: Query, documentId: number) =>
  query
    .selectFrom('evidence')
    .leftJoin('users', 'users.id', 'evidence.approved_by')
    .selectAll('evidence')
    .select([personName('users').as('approver'), 'users.display_name as approver_shown'])
    .where('evidence.document_id', '=', documentId)
    .orderBy('evidence.block_id')
    .execute()

/** Slug and title of the source documents that this reader may read. */
/** `deleted` is the rule of documents in the trash. */
export const listSeenSources = (
  query: Query,
  { readable, deleted }: { readable: Expression<SqlBool>; deleted: Expression<SqlBool> },
  documentId: number,
) =>
  query
    .selectFrom('evidence_sources')
    .leftJoin(
      (from) =>
        from
          .selectFrom('documents')
          .select(['documents.id', 'documents.slug', 'documents.title'])
          .where(readable)
          .as('seen'),
      (join) =>
        join.onRef('seen.id', '=', 'evidence_sources.source_id').on(sql`evidence_sources.kind`, '=', 'document'),
    )
    .selectAll('evidence_sources')
    .select(['seen.slug', 'seen.title as current_title'])
    .select(
      sql<number>`case when exists (select 1 from document_rows where document_rows.id = evidence_sources.source_id
        and document_rows.deletion_id is not null and ${deleted}) then 1 else 0 end`.as('in_trash'),
    )
    .where('evidence_sources.document_id', '=', documentId)
    .orderBy('evidence_sources.id')
    .execute()

export type SeenBlock = NonNullable<Awaited<ReturnType<typeof listSeenBlocks>>>[number]
export type SeenSource = Awaited<ReturnType<typeof listSeenSources>>[number]
