// Queries over owners. Each that serves a request contains the document's access rule.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type OwnershipTarget = { document_id: number } | { category_id: number }

/** The category of a readable document; undefined if there is none. */
export const findDocument = (query: Query, readable: Expression<SqlBool>, id: number) =>
  query.selectFrom('documents').select('category_id').where('id', '=', id).where(readable).executeTakeFirst()

const selectOwners = (query: Query) =>
  query
    .selectFrom('owners')
    .innerJoin('users as owner', 'owner.id', 'owners.owner_id')
    .select(['owners.owner_id', 'owners.category_id', personName('owner').as('owner_name')])

export const findOwnOwner = (query: Query, owned: OwnershipTarget) =>
  selectOwners(query)
    .where((row) =>
      'document_id' in owned
        ? row('owners.document_id', '=', owned.document_id)
        : row('owners.category_id', '=', owned.category_id),
    )
    .executeTakeFirst()
export type OwnerRow = NonNullable<Awaited<ReturnType<typeof findOwnOwner>>>

/** The owner of the nearest category from this one up. */
export const findOwnerAbove = (query: Query, categoryId: number): Promise<OwnerRow | undefined> =>
  selectOwners(query)
    .innerJoin('categories', 'categories.id', 'owners.category_id')
    .where(
      'owners.category_id',
      'in',
      sql<number>`(with recursive above (id, parent_id) as (
        select id, parent_id from categories where id = ${categoryId}
        union select categories.id, categories.parent_id from categories join above on categories.id = above.parent_id
      ) select id from above)`,
    )
    .orderBy('categories.depth', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Owners must be able to edit. */
export const isEditor = async (query: Query, id: number): Promise<boolean> =>
  (await query
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '<>', 'reader')
    .where('disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

export async function deleteOwner(tx: Tx, owned: OwnershipTarget): Promise<void> {
  await tx
    .deleteFrom('owners')
    .where((row) =>
      'document_id' in owned ? row('document_id', '=', owned.document_id) : row('category_id', '=', owned.category_id),
    )
    .execute()
}

export async function insertOwner(
  tx: Tx,
  owned: OwnershipTarget,
  owner: { owner_id: number; since: number },
): Promise<void> {
  await tx
    .insertInto('owners')
    .values({ ...owned, ...owner })
    .execute()
}

/** Transfers everything from one owner to another. */
export const transferOwnership = (tx: Tx, from: number, to: number): Promise<{ document_id: number | null }[]> =>
  tx.updateTable('owners').set({ owner_id: to }).where('owner_id', '=', from).returning('document_id').execute()

export async function forgetOwner(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('owners').where('owner_id', '=', userId).execute()
}

export const listOwned = (query: Query, userId: number) =>
  query
    .selectFrom('owners')
    .select(['document_id', 'category_id', 'since'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()

/** A select of ids: documents that the person owns, and all in their categories without an owner of their own. */
export const ownedBy = (userId: number): RawBuilder<unknown> =>
  sql`select owners.document_id from owners where owners.document_id is not null and owners.owner_id = ${userId}
    union all select documents.id from (with recursive below (id) as (
        select owners.category_id from owners where owners.category_id is not null and owners.owner_id = ${userId}
        union select categories.id from categories join below on categories.parent_id = below.id
          where not exists (select 1 from owners where owners.category_id = categories.id)
      ) select id from below) as below
    cross join documents
    where documents.category_id = below.id
      and not exists (select 1 from owners where owners.document_id = documents.id)`

/** A select of ids: categories with an owner, and all below them. */
export const OWNED_CATEGORIES = sql`select id from (with recursive owned (id) as (
    select category_id from owners where category_id is not null
    union select categories.id from categories join owned on categories.parent_id = owned.id
  ) select id from owned) as owned`
