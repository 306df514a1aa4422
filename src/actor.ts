// Who acts: the result of a request's authentication, for services.

import type { Role } from './engine/db/vocabulary.ts'

/** Without a user it is a visitor (role null) or someone on a trusted network (role admin, on guarded endpoints only). */
/** A member has proven their address; visitors and others pass no access rules as a person. */
/** `address` is for the audit trail; set where something can be changed. */
export type Actor = {
  userId: number | null
  role: Role | null
  label: string
  member: boolean
  address?: string | undefined
  /** An editor who reads restricted documents without being named (GALLEY_EDITORS_SEE). */
  everything?: boolean | undefined
  /** The program that acts for a person, such as an assistant, by its own name. */
  client?: string | undefined
  /** The categories that an API token is bound to, including everything below; nothing else exists for it. */
  within?: readonly number[] | undefined
}

export type Person = Actor & { userId: number; role: Role }

export const VISITOR: Actor = Object.freeze({ userId: null, role: null, label: 'visitor', member: false })
export const LOCAL_NETWORK: Actor = Object.freeze({ userId: null, role: 'admin', label: 'local network', member: true })
export const COMMAND_LINE: Actor = Object.freeze({ userId: null, role: 'admin', label: 'command line', member: true })

/** What an API token can be limited to. */
export const SCOPES = ['read', 'write', 'pipeline', 'admin', 'metrics'] as const
export type Scope = (typeof SCOPES)[number]

export const ROLES = ['admin', 'editor', 'reader'] as const satisfies Role[]
const RANK: Record<Role, number> = { reader: 1, editor: 2, admin: 3 }

export const rankOf = (role: Role | null): number => (role === null ? 0 : RANK[role])
export const hasRole = (actor: Actor, role: Role): boolean => rankOf(actor.role) >= RANK[role]
/** Reads every document: administrators do, and editors where GALLEY_EDITORS_SEE says so. */
export const seesEverything = (actor: Actor): boolean =>
  actor.role === 'admin' || (actor.role === 'editor' && actor.everything === true)
/** Writes, and so reads what is not published yet, within what they may see. */
export const edits = (actor: Pick<Actor, 'role'>): boolean => rankOf(actor.role) >= RANK.editor
