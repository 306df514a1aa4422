// Queries over groups and their members. No rules.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

type GroupRow = Selectable<Tables['groups']>

const withCount = (query: Query) =>
  query
    .selectFrom('groups')
    .selectAll()
    .select(
      sql<number>`(select count(distinct user_id) from group_members where group_members.group_id = groups.id)`.as(
        'member_count',
      ),
    )
export type CountedGroup = Awaited<ReturnType<ReturnType<typeof withCount>['execute']>>[number]

export const listGroups = (
  query: Query,
  { name, ids, limit, offset }: { name: string; ids: readonly number[]; limit: number; offset: number },
): Promise<CountedGroup[]> =>
  withCount(query)
    .where(({ or, eb }) =>
      or([
        sql<boolean>`name_key like ${`%${name.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .orderBy('name_key')
    .limit(limit)
    .offset(offset)
    .execute()

export const findGroup = (query: Query, id: number): Promise<CountedGroup | undefined> =>
  withCount(query).where('id', '=', id).executeTakeFirst()

/** By their folded names. */
export const findGroupsByName = async (query: Query, keys: readonly string[]): Promise<GroupRow[]> => {
  const found: GroupRow[] = []
  for (const some of batchesOf(keys))
    found.push(...(await query.selectFrom('groups').selectAll().where('name_key', 'in', some).execute()))
  return found
}

export const findGroupIds = async (query: Query, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    ids.length === 0
      ? []
      : (await query.selectFrom('groups').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
  )

export const insertGroup = (tx: Tx, row: Insertable<Tables['groups']>): Promise<{ id: number }> =>
  tx.insertInto('groups').values(row).returning('id').executeTakeFirstOrThrow()

/** Those that exist stay as they are: another sign-in may be making them too. */
export async function insertMissingGroups(tx: Tx, rows: readonly Insertable<Tables['groups']>[]): Promise<void> {
  for (const some of batchesOf(rows, 100))
    await tx
      .insertInto('groups')
      .values(some)
      .onConflict((clash) => clash.column('name_key').doNothing())
      .execute()
}

export async function updateGroup(tx: Tx, id: number, fields: Updateable<Tables['groups']>): Promise<void> {
  await tx.updateTable('groups').set(fields).where('id', '=', id).execute()
}

export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('groups').where('id', '=', id).execute()
}

export const listMembers = (query: Query, groupId: number) =>
  query
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['users.id', 'users.display_name', 'users.username', 'users.email', 'group_members.source'])
    .where('group_members.group_id', '=', groupId)
    .orderBy('users.email')
    .orderBy('group_members.source')
    .execute()

/** A person's groups, by one source or by all. */
export async function listGroupsOf(
  query: Query,
  userId: number,
  source?: string,
): Promise<{ id: number; name: string }[]> {
  return query
    .selectFrom('groups')
    .select(['id', 'name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('group_members')
          .select('group_members.user_id')
          .whereRef('group_members.group_id', '=', 'groups.id')
          .where('group_members.user_id', '=', userId)
          .$if(source !== undefined, (members) => members.where('group_members.source', '=', source!)),
      ),
    )
    .orderBy('name_key')
    .execute()
}

type Membership = { group_id: number; user_id: number; source: string }

export async function insertMembers(tx: Tx, rows: readonly Membership[]): Promise<void> {
  for (const some of batchesOf(rows, 200))
    await tx
      .insertInto('group_members')
      .values(some)
      .onConflict((clash) => clash.columns(['user_id', 'group_id', 'source']).doNothing())
      .execute()
}

export async function deleteMembers(
  tx: Tx,
  source: string,
  which: { groupId: number; userIds: readonly number[] } | { userId: number; groupIds: readonly number[] },
): Promise<void> {
  const [one, id, others, ids] =
    'groupId' in which
      ? (['group_id', which.groupId, 'user_id', which.userIds] as const)
      : (['user_id', which.userId, 'group_id', which.groupIds] as const)
  for (const some of batchesOf(ids))
    await tx
      .deleteFrom('group_members')
      .where(one, '=', id)
      .where(others, 'in', some)
      .where('source', '=', source)
      .execute()
}
