// People and groups as an identity provider keeps them through SCIM. A person whom it creates is an invited account without a
// mail; one whom it deactivates is disabled, which ends their sessions and tokens. What it does not send stays as it is.

import type { Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { findEmailFault } from '#email.ts'
import { conflict, notFound } from '#errors.ts'
import { MAX_GROUP_NAME } from '#limits.ts'
import { stamp } from '#time.ts'
import { canonicalName, changingAccounts } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { changeGroup, createGroup, getGroup, listGroups } from '../groups/groups.ts'
import { updateUser } from '../user-store.ts'
import { takeInvited } from '../users/invitations.ts'
import { changeUser } from '../users/users.ts'
import {
  attributeOf,
  flagOf,
  listOf,
  objectOf,
  patched,
  readFilter,
  SCHEMA,
  type ScimObject,
  scimError,
  textOf,
} from './messages.ts'
import * as store from './scim-store.ts'

type ScimDeps = Pick<Deps, 'config' | 'db' | 'clock'>
/** `base` is the address of the service, `page` what the query of a list says. */
export type ScimCall = { actor: Person; base: string }
type ScimPage = { filter?: string | undefined; startIndex?: number | undefined; count?: number | undefined }

const LONGEST = 200
const DEFAULT_COUNT = 100
export const MOST_LISTED = 200
/** Groups are few enough to be filtered one by one. */
const MOST_GROUPS = 100_000

const pageOf = ({ startIndex = 1, count = DEFAULT_COUNT }: ScimPage) => {
  const start = Math.max(1, startIndex)
  return { start, limit: Math.min(MOST_LISTED, Math.max(0, count)), offset: start - 1 }
}

const metaOf = (
  resourceType: 'User' | 'Group',
  id: number,
  { base }: ScimCall,
  created: string,
  lastModified: string,
) => ({
  resourceType,
  created,
  lastModified,
  location: `${base}/scim/v2/${resourceType}s/${id}`,
})

function presentUser(row: store.DirectoryRow, call: ScimCall): ScimObject {
  const { id, email, user_name, external_id, display_name, given_name, family_name, disabled } = row
  return {
    schemas: [SCHEMA.user],
    id: String(id),
    ...(external_id !== null && { externalId: external_id }),
    userName: user_name ?? email,
    ...(display_name !== null && { displayName: display_name }),
    ...((given_name !== null || family_name !== null) && {
      name: {
        ...(given_name !== null && { givenName: given_name }),
        ...(family_name !== null && { familyName: family_name }),
      },
    }),
    emails: [{ value: email, type: 'work', primary: true }],
    active: disabled === 0,
    meta: metaOf('User', id, call, stamp(row.created_at), stamp(row.updated_at)),
  }
}

type DirectoryUser = {
  userName: string
  externalId: string | null
  email: string
  displayName: string | null
  givenName: string | null
  familyName: string | null
  active: boolean
}

function readUser(body: unknown): DirectoryUser {
  const user = objectOf(body)
  const userName = textOf(user, 'userName', LONGEST)
  if (userName === undefined) throw scimError(400, 'userName is needed', 'invalidValue')
  const email = canonicalName(addressIn(attributeOf(user, 'emails')) ?? userName)
  const fault = findEmailFault(email)
  if (fault) throw scimError(400, `${fault} An account needs an address, as userName or in emails.`, 'invalidValue')
  const name = objectOf(attributeOf(user, 'name') ?? {})
  const [givenName, familyName] = [textOf(name, 'givenName', LONGEST), textOf(name, 'familyName', LONGEST)]
  const whole = [givenName, familyName].filter((part) => part !== undefined).join(' ')
  return {
    userName,
    email,
    externalId: textOf(user, 'externalId', LONGEST) ?? null,
    displayName: textOf(user, 'displayName', LONGEST) ?? textOf(name, 'formatted', LONGEST) ?? (whole || null),
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    active: flagOf(attributeOf(user, 'active'), 'active') ?? true,
  }
}

/** The primary address, else the one for work, else the first. */
function addressIn(emails: unknown): string | undefined {
  if (emails === undefined || emails === null) return undefined
  const list = (Array.isArray(emails) ? emails : [emails]).map((one) =>
    typeof one === 'string' ? { value: one } : objectOf(one),
  )
  const primary = list.find((one) => flagOf(attributeOf(one, 'primary'), 'primary'))
  const chosen = primary ?? list.find((one) => attributeOf(one, 'type') === 'work') ?? list[0]
  return chosen && textOf(chosen, 'value', LONGEST)
}

const FILTERED: Record<string, (value: string) => store.KnownValues> = {
  id: (value) => ({ id: /^\d{1,15}$/.test(value) ? Number(value) : 0 }),
  username: (value) => ({ user_name: canonicalName(value) }),
  externalid: (value) => ({ external_id: value }),
  'emails.value': (value) => ({ email: canonicalName(value) }),
}

export async function listScimUsers({ db }: ScimDeps, call: ScimCall, given: ScimPage): Promise<ScimObject> {
  const { start, limit, offset } = pageOf(given)
  const filter = given.filter === undefined ? undefined : readFilter(given.filter)
  const known = Object.assign({}, ...[...(filter?.equals ?? [])].map(([path, value]) => FILTERED[path]?.(value) ?? {}))
  const isAsked = !filter || (filter.isWhole && [...filter.equals.keys()].every((path) => path in FILTERED))
  if (isAsked) {
    const rows = await store.listDirectoryUsers(db.read, known, { limit, offset })
    const total = await store.countDirectoryUsers(db.read, known)
    return listOf(
      rows.map((row) => presentUser(row, call)),
      total,
      start,
    )
  }
  const rows = await store.listDirectoryUsers(db.read, known, undefined)
  const found = rows.map((row) => presentUser(row, call)).filter(filter.matches)
  return listOf(found.slice(offset, offset + limit), found.length, start)
}

export async function getScimUser({ db }: ScimDeps, call: ScimCall, id: number): Promise<ScimObject> {
  const row = await store.findDirectoryUser(db.read, id)
  if (!row) throw notFound('User')
  return presentUser(row, call)
}

export async function createScimUser(deps: ScimDeps, call: ScimCall, body: unknown): Promise<ScimObject> {
  const user = readUser(body)
  const { email, displayName } = user
  const id = await changingDirectory(deps, async (tx) => {
    const known = await store.listDirectoryUsers(tx, { user_name: canonicalName(user.userName) }, undefined)
    if (known.length > 0) throw conflict('A user with this userName exists')
    const { id: user_id } = await takeInvited(deps, tx, call.actor, { email, display_name: displayName })
    await store.putDirectoryUser(tx, directoryFields(user_id, user))
    return user_id
  })
  if (!user.active) await changeUser(deps, call.actor, id, { disabled: true })
  return getScimUser(deps, call, id)
}

const directoryFields = (user_id: number, { userName, externalId, givenName, familyName }: DirectoryUser) => ({
  user_id,
  user_name: userName,
  user_name_key: canonicalName(userName),
  external_id: externalId,
  given_name: givenName,
  family_name: familyName,
})

/** PUT: what isn't sent is gone, but for `active`, without which nobody means to let someone back in. */
export const replaceScimUser = (deps: ScimDeps, call: ScimCall, id: number, body: unknown): Promise<ScimObject> =>
  changeScimUser(deps, call, id, ({ active }) => ({ active, ...objectOf(body) }))

export const patchScimUser = (deps: ScimDeps, call: ScimCall, id: number, body: unknown): Promise<ScimObject> =>
  changeScimUser(deps, call, id, (before) => patched(before, body))

async function changeScimUser(
  deps: ScimDeps,
  call: ScimCall,
  id: number,
  changed: (before: ScimObject) => ScimObject,
): Promise<ScimObject> {
  const { clock } = deps
  const { active } = await changingDirectory(deps, async (tx) => {
    const row = await store.findDirectoryUser(tx, id)
    if (!row) throw notFound('User')
    const before = presentUser(row, call)
    const wanted = readUser(changed(before))
    const had = readUser(before)
    // A name that was made of the parts follows them; one that someone chose stays.
    const parts = [had.givenName, had.familyName].filter((part) => part !== null).join(' ')
    const follows = had.displayName === null || had.displayName === parts
    const named = [wanted.givenName, wanted.familyName].filter((part) => part !== null).join(' ')
    const displayName = wanted.displayName === had.displayName && follows && named !== '' ? named : wanted.displayName
    const fields = [
      ...(wanted.email === had.email ? [] : ['email']),
      ...(displayName === had.displayName ? [] : ['display_name']),
    ]
    const now = clock.now()
    if (fields.length > 0) {
      await updateUser(tx, id, { email: wanted.email, display_name: displayName, updated_at: now })
      await recordAudit(tx, call.actor, 'user.profile_changed', `user:${id}`, { fields, by: 'scim' }, now)
    }
    await store.putDirectoryUser(tx, directoryFields(id, wanted))
    return wanted
  })
  await changeUser(deps, call.actor, id, { disabled: !active })
  return getScimUser(deps, call, id)
}

async function changingDirectory<T>(deps: ScimDeps, work: Parameters<typeof changingAccounts<T>>[1]): Promise<T> {
  try {
    return await changingAccounts(deps, work)
  } catch (error) {
    if (deps.db.dialect.uniqueViolation(error) === 'scim_users.user_name_key')
      throw conflict('A user with this userName exists')
    throw error
  }
}

type FoundGroup = Awaited<ReturnType<typeof getGroup>>

const presentGroup = (
  {
    id,
    name,
    external_id,
    created_at,
    updated_at,
    ...more
  }: Omit<FoundGroup, 'members'> & Partial<Pick<FoundGroup, 'members'>>,
  call: ScimCall,
): ScimObject => ({
  schemas: [SCHEMA.group],
  id: String(id),
  ...(external_id !== null && { externalId: external_id }),
  displayName: name,
  ...(more.members && {
    members: more.members.map((one) => ({
      value: String(one.id),
      ...(one.display_name !== null && { display: one.display_name }),
      $ref: `${call.base}/scim/v2/Users/${one.id}`,
    })),
  }),
  meta: metaOf('Group', id, call, created_at, updated_at),
})

/** Lists name no members: they are asked of one group. */
export async function listScimGroups(deps: ScimDeps, call: ScimCall, given: ScimPage): Promise<ScimObject> {
  const { start, limit, offset } = pageOf(given)
  const filter = given.filter === undefined ? undefined : readFilter(given.filter)
  const all = await listGroups(deps, { q: filter?.equals.get('displayname') ?? '', limit: MOST_GROUPS, offset: 0 })
  const found = all.map((group) => presentGroup(group, call)).filter((group) => filter?.matches(group) ?? true)
  return listOf(found.slice(offset, offset + limit), found.length, start)
}

export const getScimGroup = async (
  deps: ScimDeps,
  call: ScimCall,
  id: number,
  withMembers = true,
): Promise<ScimObject> => {
  const { members, ...group } = await getGroup(deps, id)
  return presentGroup({ ...group, ...(withMembers && { members }) }, call)
}

function readGroup(body: unknown): { name: string; external_id: string | null; members: number[] } {
  const group = objectOf(body)
  const name = textOf(group, 'displayName', MAX_GROUP_NAME)
  if (name === undefined) throw scimError(400, 'displayName is needed', 'invalidValue')
  const members = attributeOf(group, 'members') ?? []
  if (!Array.isArray(members)) throw scimError(400, 'members must be a list', 'invalidValue')
  const ids = members.map((member) => {
    const value = String(attributeOf(objectOf(member), 'value'))
    if (!/^\d{1,15}$/.test(value)) throw scimError(400, `${value.slice(0, 100)} is no member's id`, 'invalidValue')
    return Number(value)
  })
  return { name, external_id: textOf(group, 'externalId', LONGEST) ?? null, members: [...new Set(ids)] }
}

export async function createScimGroup(deps: ScimDeps, call: ScimCall, body: unknown): Promise<ScimObject> {
  return getScimGroup(deps, call, await createGroup(deps, call.actor, readGroup(body), 'scim'))
}

export const replaceScimGroup = (deps: ScimDeps, call: ScimCall, id: number, body: unknown): Promise<void> =>
  changeScimGroup(deps, call, id, () => objectOf(body))

export const patchScimGroup = (deps: ScimDeps, call: ScimCall, id: number, body: unknown): Promise<void> =>
  changeScimGroup(deps, call, id, (before) => patched(before, body))

/** Takes away only members whom SCIM put there; who is in the group by hand or by claims as well stays. */
async function changeScimGroup(
  deps: ScimDeps,
  call: ScimCall,
  id: number,
  changed: (before: ScimObject) => ScimObject,
): Promise<void> {
  const before = await getGroup(deps, id)
  const { name, external_id, members } = readGroup(changed(presentGroup(before, call)))
  const [had, wanted] = [new Set(before.members.map((member) => member.id)), new Set(members)]
  const own = before.members.filter(({ sources }) => sources.includes('scim')).map((member) => member.id)
  const add = members.filter((one) => !had.has(one))
  const remove = own.filter((one) => !wanted.has(one))
  await changeGroup(deps, call.actor, id, { name, external_id, add, remove }, 'scim')
}
