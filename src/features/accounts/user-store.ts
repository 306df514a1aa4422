// Queries over users: finding, making and changing accounts, and the key by which names are searched. Which change is
// allowed is decided in users.ts.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { fold } from '#folding.ts'

export type UserRow = Selectable<Tables['users']>

export function findUserById(query: Query, id: number): Promise<UserRow | undefined> {
  return query.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** holdUser is findUserById for acting on what is read: the account stays as it is until the transaction ends. */
export const holdUser = (tx: Tx, { forShare }: Pick<Dialect, 'forShare'>, id: number): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).modifyEnd(sql.raw(forShare)).executeTakeFirst()

/** findUserByIdentifier takes an email or a username in lower case; a username never holds an @. */
export function findUserByIdentifier(query: Query, identifier: string): Promise<UserRow | undefined> {
  const column = identifier.includes('@') ? 'email' : 'username'
  return query.selectFrom('users').selectAll().where(column, '=', identifier).executeTakeFirst()
}

export function insertUser(tx: Tx, values: Insertable<Tables['users']>): Promise<UserRow> {
  return tx.insertInto('users').values(withNameKey(values)).returningAll().executeTakeFirstOrThrow()
}

/** updateUser takes the password hash that was proven, if any, as a condition: null is an account without a password. */
export function updateUser(
  tx: Tx,
  id: number,
  values: Updateable<Tables['users']>,
  proven?: string | null,
): Promise<UserRow | undefined> {
  let user = tx.updateTable('users').set(withNameKey(values)).where('id', '=', id)
  if (proven !== undefined) user = user.where('password_hash', 'is not distinct from', proven)
  return user.returningAll().executeTakeFirst()
}

/** endPreviewLinks ends those that the account made: they carry the number from before. */
export async function endPreviewLinks(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ link_epoch: eb('link_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** withNameKey: no name is written without the key that it is found by. */
function withNameKey<T extends Updateable<Tables['users']>>(values: T): T {
  return values.display_name === undefined ? values : { ...values, name_key: fold(values.display_name ?? '') }
}

/** hasOtherAdmin tells whether an enabled administrator exists besides the given account. */
export async function hasOtherAdmin(query: Query, besides: number | null): Promise<boolean> {
  let admins = query.selectFrom('users').select('id').where('role', '=', 'admin').where('disabled', '=', 0)
  if (besides !== null) admins = admins.where('id', '<>', besides)
  return (await admins.limit(1).executeTakeFirst()) !== undefined
}

/** listAdminsAnd are the enabled administrators, and one more person where that account is enabled. */
export const listAdminsAnd = (query: Query, id: number | null) =>
  query
    .selectFrom('users')
    .select(['email', 'proven_by'])
    .where('disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('role', '=', 'admin'), ...(id === null ? [] : [row('id', '=', id)])]))
    .orderBy('id')
    .execute()

/** contains escapes what LIKE would read as a pattern: any text may be searched for. */
const contains = (column: 'email' | 'username' | 'name_key', part: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** nameContains: what folds to nothing (a lone accent) would be in every name, so it is looked for as it is, in vain. */
const nameContains = (search: string) => contains('name_key', fold(search) || search)

/** selectUsers takes a canonical name, or a part of one, because emails and usernames are kept in that form. */
export function selectUsers(query: Query, search: string, limit: number, offset: number): Promise<UserRow[]> {
  return query
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(search !== '', (users) =>
      users.where(({ or }) => or([contains('email', search), contains('username', search), nameContains(search)])),
    )
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

const PERSON = ['id', 'display_name', 'username', 'email'] as const
type PersonRow = Pick<UserRow, (typeof PERSON)[number]>

/** selectPeople finds people by part of a canonical name, or by their whole email: someone who knows it may use it. */
export function selectPeople(query: Query, search: string, limit: number): Promise<PersonRow[]> {
  return query
    .selectFrom('users')
    .select(PERSON)
    .where('disabled', '=', 0)
    .where('proven_by', 'is not', null)
    .where(({ or, eb }) => or([eb('email', '=', search), contains('username', search), nameContains(search)]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function selectPeopleByIds(query: Query, ids: readonly number[]): Promise<PersonRow[]> {
  return query
    .selectFrom('users')
    .select(PERSON)
    .where('id', 'in', ids)
    .where('proven_by', 'is not', null)
    .orderBy('id')
    .execute()
}

/** countEditors are those of the given who have the editor role at least, and an account in use. */
export async function countEditors(query: Query, ids: readonly number[]): Promise<number> {
  const { count } = await query
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .where('role', '<>', 'reader')
    .where('disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
