// Groups of people: made by hand, by SCIM and by the claims of identity providers. Access lists name them by id, and who
// belongs to them is looked up in the query that asks, so that a change counts at once.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict, invalid, invalidValue, notFound } from '#errors.ts'
import { valueError } from '#issues.ts'
import { MAX_GROUP_NAME } from '#limits.ts'
import { stamp } from '#time.ts'
import { recordAudit } from '../audit/audit.ts'
import { selectPeopleByIds } from '../user-store.ts'
import * as store from './group-store.ts'

/** Who put someone into a group. Each source takes away only what it gave; `oidc:<id>` is an identity provider. */
type MemberSource = 'hand' | 'scim' | `oidc:${string}`

type GroupDeps = Pick<Deps, 'db' | 'clock'>

/** How names are compared: without case, as people type them. */
const keyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase()

const presentGroup = ({ id, name, external_id, member_count, created_at, updated_at }: store.CountedGroup) => ({
  id,
  name,
  external_id,
  member_count: Number(member_count),
  created_at: stamp(created_at),
  updated_at: stamp(updated_at),
})

export const listGroups = async (
  { db }: Pick<Deps, 'db'>,
  { q, ids = [], limit, offset }: { q: string; ids?: readonly number[]; limit: number; offset: number },
) => (await store.listGroups(db.read, { name: keyOf(q), ids, limit, offset })).map(presentGroup)

/** With its members and who put them there. */
export async function getGroup({ db }: Pick<Deps, 'db'>, id: number) {
  const group = await found(db.read, id)
  const members = Map.groupBy(await store.listMembers(db.read, id), (row) => row.id)
  return {
    ...presentGroup(group),
    members: [...members.values()].map((rows) => ({
      id: rows[0]!.id,
      display_name: rows[0]!.display_name ?? rows[0]!.username,
      email: rows[0]!.email,
      sources: rows.map(({ source }) => source),
    })),
  }
}

async function found(query: Query, id: number): Promise<store.CountedGroup> {
  const group = await store.findGroup(query, id)
  if (!group) throw notFound('Group')
  return group
}

type GroupChange = {
  name?: string | undefined
  external_id?: string | null | undefined
  /** All members by this source. */
  members?: readonly number[] | undefined
  add?: readonly number[] | undefined
  remove?: readonly number[] | undefined
}

export const createGroup = (
  deps: GroupDeps,
  actor: Actor,
  { name, ...given }: GroupChange & { name: string },
  source: MemberSource = 'hand',
): Promise<number> =>
  changingGroups(deps, async (tx) => {
    const now = deps.clock.now()
    const names = { name, name_key: keyOf(name), external_id: given.external_id ?? null }
    const { id } = await store.insertGroup(tx, { ...names, created_at: now, updated_at: now })
    await recordAudit(tx, actor, 'group.created', `group:${id}`, { name }, now)
    await changeMembers(tx, actor, id, given, source, now)
    return id
  })

export const changeGroup = (
  deps: GroupDeps,
  actor: Actor,
  id: number,
  given: GroupChange,
  source: MemberSource = 'hand',
): Promise<void> =>
  changingGroups(deps, async (tx) => {
    const now = deps.clock.now()
    const before = await found(tx, id)
    const { name = before.name, external_id = before.external_id } = given
    if (name !== before.name || external_id !== before.external_id) {
      await store.updateGroup(tx, id, { name, name_key: keyOf(name), external_id, updated_at: now })
      await recordAudit(tx, actor, 'group.changed', `group:${id}`, { from: before.name, name }, now)
    }
    await changeMembers(tx, actor, id, given, source, now)
  })

/** What it opened is closed to its members at once; what it was named by stays restricted. */
export const deleteGroup = ({ db, clock }: GroupDeps, actor: Actor, id: number): Promise<void> =>
  db.inTransaction(async (tx) => {
    const { name } = await found(tx, id)
    await store.deleteGroup(tx, id)
    await recordAudit(tx, actor, 'group.deleted', `group:${id}`, { name }, clock.now())
  })

async function changingGroups<T>({ db }: GroupDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction(async (tx) => {
      await db.dialect.lock(tx, 'groups')
      return work(tx)
    })
  } catch (error) {
    const taken = db.dialect.uniqueViolation(error)
    if (taken === 'groups.name_key') throw conflict('Another group has this name')
    if (taken === 'groups.external_id') throw conflict('Another group has this external id')
    throw error
  }
}

async function changeMembers(
  tx: Tx,
  actor: Actor,
  groupId: number,
  { members, add = [], remove = [] }: GroupChange,
  source: MemberSource,
  now: number,
): Promise<void> {
  if (members === undefined && add.length + remove.length === 0) return
  await refuseUnknown(tx, members ? 'members' : 'add', members ?? add)
  const rows = await store.listMembers(tx, groupId)
  const own = new Set(rows.filter((row) => row.source === source).map(({ id }) => id))
  const wanted = new Set(members ?? [...own, ...add])
  for (const [index, id] of remove.entries()) {
    const other = rows.find((row) => row.id === id && row.source !== source)
    if (other && !own.has(id))
      throw invalidValue(['body', 'remove', index], `User ${id} is in this group by ${other.source}`, id)
    wanted.delete(id)
  }
  const added = [...wanted].filter((id) => !own.has(id))
  const removed = [...own].filter((id) => !wanted.has(id))
  await store.insertMembers(
    tx,
    added.map((user_id) => ({ group_id: groupId, user_id, source })),
  )
  await store.deleteMembers(tx, source, { groupId, userIds: removed })
  if (added.length + removed.length > 0)
    await recordAudit(tx, actor, 'group.members_changed', `group:${groupId}`, { added, removed, source }, now)
}

/** Unproven addresses can't be members: they may be anyone's. */
async function refuseUnknown(tx: Tx, field: string, ids: readonly number[]): Promise<void> {
  const known = new Set(ids.length === 0 ? [] : (await selectPeopleByIds(tx, ids)).map(({ id }) => id))
  const issues = ids.flatMap((id, index) =>
    known.has(id) ? [] : valueError(['body', field, index], `User ${id} does not exist`, id),
  )
  if (issues.length > 0) throw invalid(issues)
}

/** For access lists; the positions of those that don't exist become errors. */
export const findKnownGroups = store.findGroupIds

/** For files: groups by their names, which mean the same in another database. */
export async function findGroupByName(query: Query, name: string): Promise<number | undefined> {
  return (await store.findGroupsByName(query, [keyOf(name)]))[0]?.id
}

/** The names that a provider gives, as groups; those that don't exist yet are made. */
async function groupsNamed(tx: Tx, names: readonly string[], now: number): Promise<number[]> {
  const byKey = new Map(names.map((name) => [keyOf(name), name.trim()]))
  byKey.delete('')
  const keys = [...byKey.keys()].filter((key) => key.length <= MAX_GROUP_NAME)
  const present = await store.findGroupsByName(tx, keys)
  const known = new Set(present.map(({ name_key }) => name_key))
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length === 0) return present.map(({ id }) => id)
  const made = missing.map((name_key) => ({ name: byKey.get(name_key)!, name_key, created_at: now, updated_at: now }))
  await store.insertMissingGroups(tx, made)
  return (await store.findGroupsByName(tx, keys)).map(({ id }) => id)
}

/** Makes what a provider says of a person's groups so, writing only differences. Returns whether they are in any by it. */
export async function keepGroupsOf(
  tx: Tx,
  actor: Actor & { userId: number },
  provider: string,
  names: readonly string[],
  now: number,
): Promise<boolean> {
  const source: MemberSource = `oidc:${provider}`
  const wanted = new Set(await groupsNamed(tx, names, now))
  const present = (await store.listGroupsOf(tx, actor.userId, source)).map(({ id }) => id)
  const added = [...wanted].filter((id) => !present.includes(id))
  const removed = present.filter((id) => !wanted.has(id))
  await store.insertMembers(
    tx,
    added.map((group_id) => ({ group_id, user_id: actor.userId, source })),
  )
  await store.deleteMembers(tx, source, { userId: actor.userId, groupIds: removed })
  if (added.length + removed.length > 0)
    await recordAudit(tx, actor, 'user.groups_changed', `user:${actor.userId}`, { added, removed, source }, now)
  return wanted.size > 0
}
