// Who acts: what http/ found out about a request, in the form that services understand.

import type { Role } from './engine/db/vocabulary.ts'

/** An Actor without a user is a visitor (role null) or someone on a trusted network (role admin, on guarded endpoints only). */
/** A member passes the access rules as a person; visitors do not, nor do accounts whose address nobody has proven. */
/** The address is for the audit trail; it is known where something can be changed. */
export type Actor = {
  userId: number | null
  role: Role | null
  label: string
  member: boolean
  address?: string | undefined
  /** client is the program that acts for a person, as it names itself: an assistant. */
  client?: string | undefined
  /** within are the categories that an API token is bound to: with all below them they are everything there is. */
  within?: readonly number[] | undefined
}

/** A Person is an Actor with an account. */
export type Person = Actor & { userId: number; role: Role }

export const VISITOR: Actor = Object.freeze({ userId: null, role: null, label: 'visitor', member: false })
export const LOCAL_NETWORK: Actor = Object.freeze({ userId: null, role: 'admin', label: 'local network', member: true })
export const COMMAND_LINE: Actor = Object.freeze({ userId: null, role: 'admin', label: 'command line', member: true })

/** SCOPES are what an API token can be limited to. */
export const SCOPES = ['read', 'write', 'pipeline', 'admin', 'metrics'] as const
export type Scope = (typeof SCOPES)[number]

export const ROLES = ['admin', 'editor', 'reader'] as const satisfies Role[]
const RANK: Record<Role, number> = { reader: 1, editor: 2, admin: 3 }

export const rankOf = (role: Role | null): number => (role === null ? 0 : RANK[role])
export const hasRole = (actor: Actor, role: Role): boolean => rankOf(actor.role) >= RANK[role]
/** seesEverything is the rule that editors and admins may read every document. */
export const seesEverything = (actor: Actor): boolean => hasRole(actor, 'editor')
