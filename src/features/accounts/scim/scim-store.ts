// Queries over accounts as a directory sees them. No rules.

import { type Insertable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** People whose address is proven: of others nobody knows who they are. */
const select = (query: Query) =>
  query
    .selectFrom('users')
    .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.display_name', 'users.disabled', 'users.created_at', 'users.updated_at'])
    .select(['scim_users.user_name', 'scim_users.external_id', 'scim_users.given_name', 'scim_users.family_name'])
    .where('users.deleted_at', 'is', null)
    .where('users.proven_by', 'is not', null)
export type DirectoryRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export const findDirectoryUser = (query: Query, id: number): Promise<DirectoryRow | undefined> =>
  select(query).where('users.id', '=', id).executeTakeFirst()

/** What a filter asks for by equality; names in lower case. */
export type KnownValues = { id?: number; user_name?: string; external_id?: string; email?: string }

const matching = (query: Query, { id, user_name, external_id, email }: KnownValues) =>
  select(query)
    .$if(id !== undefined, (users) => users.where('users.id', '=', id!))
    .$if(external_id !== undefined, (users) => users.where('scim_users.external_id', '=', external_id!))
    .$if(email !== undefined, (users) => users.where('users.email', '=', email!))
    .$if(user_name !== undefined, (users) =>
      users.where(sql`coalesce(scim_users.user_name_key, users.email)`, '=', user_name!),
    )

export const listDirectoryUsers = (
  query: Query,
  known: KnownValues,
  page: { limit: number; offset: number } | undefined,
): Promise<DirectoryRow[]> =>
  matching(query, known)
    .orderBy('users.id')
    .$if(page !== undefined, (users) => users.limit(page!.limit).offset(page!.offset))
    .execute()

export const countDirectoryUsers = async (query: Query, known: KnownValues): Promise<number> => {
  const counted = matching(query, known)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

export async function putDirectoryUser(tx: Tx, row: Insertable<Tables['scim_users']>): Promise<void> {
  const { user_id: _, ...fields } = row
  await tx
    .insertInto('scim_users')
    .values(row)
    .onConflict((clash) => clash.column('user_id').doUpdateSet(fields))
    .execute()
}
