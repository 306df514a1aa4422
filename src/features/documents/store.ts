// Queries over documents, their content, grants and revisions. Knows no rules: who calls has decided what is allowed.

import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '../../engine/db/db.ts'
import type { Dialect } from '../../engine/db/dialect.ts'
import type { Bucket, JobStatus, RevisionOrigin, Role, Tables } from '../../engine/db/tables.ts'
import type { AccessList } from '../categories/schemas.ts'
import { type ListRow, selectListItems } from './list-item.ts'

type DocumentFields = Updateable<Tables['documents']>

/** listPage skips and limits on the list's index alone, and fetches the rows of what is left afterwards. */
export function listPage(
  query: Query,
  filter: Expression<SqlBool>,
  page: { limit: number; offset: number },
): Promise<ListRow[]> {
  const ids = query
    .selectFrom('documents')
    .select('documents.id')
    .where(filter)
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  return selectListItems(query)
    .where('documents.id', 'in', ids)
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
}

export type DocumentRow = ListRow & {
  author_id: number | null
  author_name: string | null
  published_at: number | null
  blocks: string
}

export const findDocumentRow = (
  query: Query,
  filter: Expression<SqlBool>,
  key: { slug: string } | { id: number },
): Promise<DocumentRow | undefined> =>
  selectListItems(query)
    .innerJoin('blocks', 'blocks.document_id', 'documents.id')
    .leftJoin('users', 'users.id', 'documents.author_id')
    .select(['documents.author_id', 'users.display_name as author_name', 'documents.published_at', 'blocks.blocks'])
    .where('slug' in key ? sql<SqlBool>`documents.slug = ${key.slug}` : sql<SqlBool>`documents.id = ${key.id}`)
    .where(filter)
    .executeTakeFirst()

export type BlocksRow = { id: number; version: number; updated_at: number; blocks: string }

export const findBlocksRow = (query: Query, filter: Expression<SqlBool>, id: number): Promise<BlocksRow | undefined> =>
  query
    .selectFrom('documents')
    .innerJoin('blocks', 'blocks.document_id', 'documents.id')
    .select(['documents.id', 'documents.version', 'documents.updated_at', 'blocks.blocks'])
    .where('documents.id', '=', id)
    .where(filter)
    .executeTakeFirst()

/** findForChange holds the document for this transaction: whoever else would change it waits. */
export const findForChange = (tx: Tx, dialect: Pick<Dialect, 'forUpdate'>, id: number) =>
  tx.selectFrom('documents').selectAll().where('id', '=', id).modifyEnd(sql.raw(dialect.forUpdate)).executeTakeFirst()

export const getContent = (query: Query, documentId: number) =>
  query.selectFrom('blocks').selectAll().where('document_id', '=', documentId).executeTakeFirstOrThrow()

export const findSlugHolder = async (query: Query, slug: string): Promise<number | undefined> =>
  (await query.selectFrom('documents').select('id').where('slug', '=', slug).executeTakeFirst())?.id

export async function insertDocument(
  tx: Tx,
  row: {
    slug: string
    title: string
    created_at: number
    updated_at: number
  } & DocumentFields,
  content: { blocks: string; text: string; html: string; origin: RevisionOrigin },
): Promise<number> {
  const { id } = await tx.insertInto('documents').values(row).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('blocks')
    .values({ document_id: id, ...content, author_id: row.author_id ?? null, saved_at: row.created_at })
    .execute()
  return id
}

export const updateDocument = async (tx: Tx, id: number, fields: DocumentFields): Promise<boolean> =>
  (await tx.updateTable('documents').set(fields).where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n

export const updateContent = async (tx: Tx, documentId: number, fields: Updateable<Tables['blocks']>): Promise<void> =>
  void (await tx.updateTable('blocks').set(fields).where('document_id', '=', documentId).execute())

export const deleteDocument = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.deleteFrom('documents').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n

export async function readAccess(query: Query, documentId: number): Promise<AccessList> {
  const rows = await query
    .selectFrom('document_access')
    .select(['role', 'user_id'])
    .where('document_id', '=', documentId)
    .orderBy('role')
    .orderBy('user_id')
    .execute()
  return {
    roles: rows.flatMap((row) => (row.role === null ? [] : [row.role as Role])),
    users: rows.flatMap((row) => (row.user_id === null ? [] : [row.user_id])),
  }
}

export async function writeAccess(tx: Tx, documentId: number, access: AccessList): Promise<void> {
  await tx.deleteFrom('document_access').where('document_id', '=', documentId).execute()
  const rows = [
    ...access.roles.map((role) => ({ document_id: documentId, role, user_id: null })),
    ...access.users.map((user_id) => ({ document_id: documentId, role: null, user_id })),
  ]
  if (rows.length > 0) await tx.insertInto('document_access').values(rows).execute()
}

export const findNewestJobStatus = async (query: Query, documentId: number): Promise<JobStatus | undefined> =>
  (
    await query
      .selectFrom('jobs')
      .select('status')
      .where('document_id', '=', documentId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.status

/** writeBuckets tells whether a bucket was another one before. */
export const writeBuckets = async (tx: Tx, ids: readonly number[], bucket: Bucket): Promise<boolean> => {
  if (ids.length === 0) return false
  const settled =
    bucket === 'approved' || bucket === 'empty'
      ? sql<Bucket>`case when has_content = 1 then 'approved' else 'empty' end`
      : sql<Bucket>`${sql.lit(bucket)}`
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ bucket: settled })
    .where('id', 'in', ids)
    .where('bucket', '<>', settled)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertRevision = async (
  tx: Tx,
  row: {
    document_id: number
    version: number
    title: string
    summary: string | null
    blocks: string
    origin: RevisionOrigin
    author_id: number | null
    created_at: number
  },
): Promise<void> => void (await tx.insertInto('revisions').values(row).execute())

/** listGrants names everything restricted that a person may read besides what the person's role may. */
export async function listGrants(query: Query, userId: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string; id: number }>`
    select 'document' as kind, document_id as id from document_access where user_id = ${userId}
    union select 'document', id from documents where author_id = ${userId} and audience = 'restricted'
    union select 'category', category_id from category_access where user_id = ${userId}
    union select 'category', id from categories where created_by = ${userId} and visibility = 'restricted'
    order by 1, 2`.execute(query)
  return rows.map((row) => `${row.kind}${row.id}`)
}

export const findSlugOf = async (query: Query, id: number): Promise<string | undefined> =>
  (await query.selectFrom('documents').select('slug').where('id', '=', id).executeTakeFirst())?.slug
