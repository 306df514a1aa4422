// Queries over the grants of restricted documents, and over the audience that documents inherit from their category.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { type AccessTable, names } from '#features/categories/access.ts'
import { accessListOf, accessRows } from '#features/categories/access-list.ts'
import type { AccessList } from '#features/categories/schemas.ts'

export const findReadable = (query: Query, readable: Expression<SqlBool>, by: { slug: string } | { id: number }) =>
  query
    .selectFrom('documents')
    .select('id')
    .where((eb) => eb.and(by))
    .where(readable)
    .executeTakeFirst()

/** Any document or category that members may read and visitors may not. */
export async function hasMembersPages(query: Query): Promise<boolean> {
  const { rows } = await sql`select 1 where exists (select 1 from documents where audience = 'members')
    or exists (select 1 from categories where audience = 'members')`.execute(query)
  return rows.length > 0
}

export async function hasUnreadable(
  query: Query,
  readable: Expression<SqlBool>,
  categoryIds: readonly number[],
): Promise<boolean> {
  for (const some of batchesOf(categoryIds)) {
    const documents = query.selectFrom('documents').select('id').where('category_id', 'in', some)
    if (await documents.where((eb) => eb.not(readable)).executeTakeFirst()) return true
  }
  return false
}

export async function readAccess(query: Query, documentId: number): Promise<AccessList> {
  const rows = query
    .selectFrom('document_access')
    .select(['role', 'user_id', 'group_id'])
    .where('document_id', '=', documentId)
  return accessListOf(await rows.orderBy('role').orderBy('user_id').orderBy('group_id').execute())
}

export async function writeAccess(tx: Tx, documentId: number, access: AccessList): Promise<void> {
  await tx.deleteFrom('document_access').where('document_id', '=', documentId).execute()
  const rows = accessRows(access).map((row) => ({ document_id: documentId, ...row }))
  if (rows.length > 0) await tx.insertInto('document_access').values(rows).execute()
}

/** Everything restricted that names a person, beside their role, which all who share a variant have. */
export async function listGrants(query: Query, userId: number | null): Promise<string[]> {
  const { rows } = await sql<{ kind: string; id: number }>`
    select 'document' as kind, document_id as id from document_access where user_id = ${userId}
    union select 'document', id from documents where author_id = ${userId} and audience = 'restricted' and visibility = 'restricted'
    union select 'category', category_id from category_access where user_id = ${userId}
    union select 'category', id from categories where created_by = ${userId} and visibility = 'restricted'
    union select 'document', document_id from group_members
      join document_access on document_access.group_id = group_members.group_id where group_members.user_id = ${userId}
    union select 'category', category_id from group_members
      join category_access on category_access.group_id = group_members.group_id where group_members.user_id = ${userId}
    order by 1, 2`.execute(query)
  return rows.map((row) => `${row.kind}${row.id}`)
}

/** Anything restricted may be open to this reader. */
export async function hasGrants(query: Query, { userId, role }: Pick<Actor, 'userId' | 'role'>): Promise<boolean> {
  const named = (table: AccessTable) => names(table, { userId, role })
  const { rows } = await sql`select 1 where exists (
      select 1 from document_access where ${named('document_access')})
    or exists (select 1 from documents where author_id = ${userId} and audience = 'restricted' and published = 1)
    or exists (select 1 from category_access where ${named('category_access')})
    or exists (select 1 from categories where created_by = ${userId} and visibility = 'restricted')`.execute(query)
  return rows.length > 0
}

const NARROWED: Record<Visibility, RawBuilder<Visibility>> = {
  public: sql`case when published = 0 then 'restricted' else visibility end`,
  members: sql`case when published = 0 or visibility = 'restricted' then 'restricted' else 'members' end`,
  restricted: sql`'restricted'`,
}

/** The documents that updateAudiences is about to change. */
export const listNarrowed = (tx: Tx, categoryIds: readonly number[], audience: Visibility) =>
  tx
    .selectFrom('documents')
    .select(['id', 'slug', 'category_id', 'audience'])
    .where('category_id', 'in', categoryIds)
    .where('audience', '<>', NARROWED[audience])
    .orderBy('id')
    .execute()

/** Sets each document's audience to the narrower of its own visibility and its category's audience. */
export async function updateAudiences(tx: Tx, categoryIds: readonly number[], audience: Visibility) {
  const narrowed = NARROWED[audience]
  return tx
    .updateTable('document_rows')
    .set({ audience: narrowed })
    .where('category_id', 'in', categoryIds)
    .where('audience', '<>', narrowed)
    .where('deletion_id', 'is', null)
    .returning(['id', 'audience'])
    .execute()
}

export async function forgetGrants(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('document_access').where('user_id', '=', userId).execute()
}

export async function listAuthored(query: Query, userId: number) {
  return {
    written: await query
      .selectFrom('documents')
      .select(['id', 'slug', 'title', 'created_at', 'updated_at'])
      .where('author_id', '=', userId)
      .orderBy('id')
      .execute(),
    revisions: await query
      .selectFrom('revisions')
      .select(['id', 'document_id', 'version', 'title', 'created_at'])
      .where('author_id', '=', userId)
      .orderBy('id')
      .execute(),
  }
}
