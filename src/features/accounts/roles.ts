// Describes the three roles for the API. Routes declare the role they require; nothing is decided here.

import { ROLES, SCOPES, type Scope } from '#actor.ts'
import type { Role } from '#engine/db/vocabulary.ts'

const READER = ['documents:read', 'documents:search', 'tokens:own'] as const
const EDITOR = [...READER, 'documents:write', 'categories:write', 'pipeline:drive', 'roles:read'] as const
const ADMIN = [
  ...EDITOR,
  'documents:read-all',
  'processes:manage',
  'users:manage',
  'tokens:manage',
  'audit:read',
] as const

const PERMISSIONS: Record<Role, readonly string[]> = { admin: ADMIN, editor: EDITOR, reader: READER }
const DESCRIPTIONS: Record<Role, string> = {
  admin: 'Full access, including every document, users, background processes and the audit trail.',
  editor: 'Writes documents and categories and runs the pipeline, wherever they may read; drafts too.',
  reader: 'Reads and searches the documents shared with them.',
}

const SCOPES_OF: Record<Role, readonly Scope[]> = {
  admin: SCOPES,
  editor: ['read', 'write', 'pipeline'],
  reader: ['read'],
}

/** The given scopes that a role allows; null means all. */
export const scopesWithin = (role: Role, given: readonly Scope[] | null): Scope[] =>
  SCOPES_OF[role].filter((scope) => given === null || given.includes(scope))

export const permissionsOf = (role: Role): string[] => [...PERMISSIONS[role]]

export const listRoles = () =>
  ROLES.map((name, index) => ({
    id: index + 1,
    name,
    description: DESCRIPTIONS[name],
    permissions: permissionsOf(name),
  }))
