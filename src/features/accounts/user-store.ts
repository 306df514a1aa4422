// Queries over users: finding, creating and changing accounts, and the key for searching names. Rules are in users.ts.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { fold } from '#folding.ts'

export type UserRow = Selectable<Tables['users']>

/** What the database keeps of GALLEY_EDITORS_SEE; null is `granted`. */
export const EDITORS_SEE = sql<string | null>`(select value from settings where settings.name = 'editors_see')`

export async function findEditorsSee(query: Query): Promise<string | null> {
  const kept = query.selectFrom('settings').select('value').where('name', '=', 'editors_see')
  return (await kept.executeTakeFirst())?.value ?? null
}

export async function writeEditorsSee(tx: Tx, value: 'granted' | 'everything'): Promise<void> {
  const row = tx.insertInto('settings').values({ name: 'editors_see', value })
  await row.onConflict((clash) => clash.column('name').doUpdateSet({ value })).execute()
}

export function findUserById(query: Query, id: number): Promise<UserRow | undefined> {
  return query.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the account until the end of the transaction. */
export const holdUser = (tx: Tx, { forShare }: Pick<Dialect, 'forShare'>, id: number): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).modifyEnd(sql.raw(forShare)).executeTakeFirst()

/** Takes an email or username in lower case; a username never contains an @. */
export function findUserByIdentifier(query: Query, identifier: string): Promise<UserRow | undefined> {
  const column = identifier.includes('@') ? 'email' : 'username'
  return query.selectFrom('users').selectAll().where(column, '=', identifier).executeTakeFirst()
}

export function insertUser(tx: Tx, values: Insertable<Tables['users']>): Promise<UserRow> {
  return tx.insertInto('users').values(withNameKey(values)).returningAll().executeTakeFirstOrThrow()
}

/** `proven`, if given, must still be the current password hash; null means no password. */
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

/** Ends the account's preview links, which carry the old number. */
export async function endPreviewLinks(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ link_epoch: eb('link_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Keeps the search key in step with the names. */
function withNameKey<T extends Updateable<Tables['users']>>(values: T): T {
  return values.display_name === undefined ? values : { ...values, name_key: fold(values.display_name ?? '') }
}

/** An enabled administrator exists besides the given account. */
export async function hasOtherAdmin(query: Query, besides: number | null): Promise<boolean> {
  let admins = query.selectFrom('users').select('id').where('role', '=', 'admin').where('disabled', '=', 0)
  if (besides !== null) admins = admins.where('id', '<>', besides)
  return (await admins.limit(1).executeTakeFirst()) !== undefined
}

/** The enabled administrators, and this person if enabled. */
export const listAdminsAnd = (query: Query, id: number | null) =>
  query
    .selectFrom('users')
    .select(['email', 'proven_by'])
    .where('disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('role', '=', 'admin'), ...(id === null ? [] : [row('id', '=', id)])]))
    .orderBy('id')
    .execute()

/** Escapes LIKE patterns. */
const contains = (column: 'email' | 'username' | 'name_key', part: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** Text that folds to nothing (a lone accent) would match every name, so it is searched for unfolded. */
const nameContains = (search: string) => contains('name_key', fold(search) || search)

/** Takes part of a canonical email or username. */
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

/** Finds people by part of a name, or by their whole email, which the searcher must know. */
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

/** How many of them are editors or admins with an enabled account. */
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
