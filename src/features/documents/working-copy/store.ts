// Queries over working copies. A copy is to be merged when the document says something else than it did when the copy was
// begun; that is compared when it is read, so that no way of writing a document can forget to mark the copy.

import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type CopyRow = Selectable<Tables['working_copies']>

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

export const findCopy = (query: Query, documentId: number): Promise<CopyRow | undefined> =>
  query.selectFrom('working_copies').selectAll().where('document_id', '=', documentId).executeTakeFirst()

/** findCopyBlocks is what the copy says as JSON, or the document where there is none. */
export const findCopyBlocks = async (query: Query, documentId: number): Promise<string | undefined> =>
  (
    await query
      .selectFrom('blocks')
      .leftJoin('working_copies', 'working_copies.document_id', 'blocks.document_id')
      .select(({ fn }) => fn.coalesce('working_copies.blocks', 'blocks.blocks').as('blocks'))
      .where('blocks.document_id', '=', documentId)
      .executeTakeFirst()
  )?.blocks

/** writeCopy replaces the copy, if there is one, and numbers it; the caller holds the document. */
export async function writeCopy(tx: Tx, row: Insertable<Tables['working_copies']>, version: number): Promise<void> {
  const { document_id, ...rest } = row
  await tx
    .insertInto('working_copies')
    .values(row)
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(rest))
    .execute()
  await tx.updateTable('documents').set({ draft_version: version }).where('id', '=', document_id).execute()
}

export const deleteCopy = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx.deleteFrom('working_copies').where('document_id', '=', documentId).executeTakeFirst()).numDeletedRows > 0n

type PublicationPlan = Pick<CopyRow, 'scheduled_at' | 'scheduled_by' | 'fault'>
export const updatePlan = async (tx: Tx, documentId: number, plan: PublicationPlan): Promise<boolean> =>
  (await tx.updateTable('working_copies').set(plan).where('document_id', '=', documentId).executeTakeFirst())
    .numUpdatedRows > 0n

/** listDue are the copies whose time has come. */
export const listDue = (query: Query, now: number, most: number) =>
  query
    .selectFrom('working_copies')
    .select(['document_id', 'scheduled_at', 'scheduled_by'])
    .where('scheduled_at', '<=', now)
    .orderBy('scheduled_at')
    .orderBy('document_id')
    .limit(most)
    .execute()
