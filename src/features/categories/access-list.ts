// Access lists of restricted documents and categories: built from rows, compared. Pure.

import type { Role } from '#engine/db/vocabulary.ts'
import type { AccessList } from './schemas.ts'

type AccessRow = { role: Role | null; user_id: number | null; group_id: number | null }

export const NO_ACCESS: AccessList = { roles: [], users: [], groups: [] }

export const accessListOf = (rows: readonly AccessRow[]): AccessList => ({
  roles: rows.flatMap(({ role }) => role ?? []),
  users: rows.flatMap(({ user_id }) => user_id ?? []),
  groups: rows.flatMap(({ group_id }) => group_id ?? []),
})

/** Takes lists without duplicates, in any order. */
export const sameMembers = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((member) => other.includes(member))

export const sameAccess = (one: AccessList, other: AccessList): boolean =>
  sameMembers(one.roles, other.roles) && sameMembers(one.users, other.users) && sameMembers(one.groups, other.groups)

/** Rows of an access table, each naming one. */
export const accessRows = ({ roles, users, groups }: AccessList): AccessRow[] => [
  ...roles.map((role) => ({ role, user_id: null, group_id: null })),
  ...users.map((user_id) => ({ role: null, user_id, group_id: null })),
  ...groups.map((group_id) => ({ role: null, user_id: null, group_id })),
]

/** Each of `one` is also in `other`. */
export const namesNoOneNew = (one: AccessList, other: AccessList): boolean =>
  one.roles.every((role) => other.roles.includes(role)) &&
  one.users.every((user) => other.users.includes(user)) &&
  one.groups.every((group) => other.groups.includes(group))
