// Account rows as the API shows them, field by field.

import type { Role } from '#engine/db/vocabulary.ts'
import { SECOND, stamp, stampOrNull } from '#time.ts'
import { permissionsOf } from './roles.ts'
import type { SignedIn } from './sessions/sessions.ts'
import type { UserRow } from './user-store.ts'

/** `role` is the effective one: an API token's may be smaller than its owner's. */
export const presentMe = (user: UserRow, role: Role = user.role) => ({
  id: user.id,
  email: user.email,
  username: user.username,
  display_name: user.display_name,
  role,
  roles: [role],
  permissions: permissionsOf(role),
  email_verified: user.email_verified === 1,
  proven_by: user.proven_by,
  second_factor: user.second_factor === 1,
  has_password: user.password_hash !== null,
  created_at: stamp(user.created_at),
  last_login_at: stampOrNull(user.last_login_at),
})

export const presentUser = (user: UserRow) => ({
  id: user.id,
  email: user.email,
  username: user.username,
  display_name: user.display_name,
  role: user.role,
  disabled: user.disabled === 1,
  email_verified: user.email_verified === 1,
  proven_by: user.proven_by,
  second_factor: user.second_factor === 1,
  invited: user.last_login_at === null && user.password_hash === null,
  codes_held_at: stampOrNull(isHeldBack(user) ? user.codes_held_at : null),
  created_at: stamp(user.created_at),
  last_login_at: stampOrNull(user.last_login_at),
})

/** A sign-in since then shows that the person no longer waits for a code. */
const isHeldBack = ({ codes_held_at, last_login_at }: UserRow): boolean => (codes_held_at ?? 0) > (last_login_at ?? 0)

/** Who did something, as others see them; null if nobody did, or it is unknown. */
export const presentPerson = (id: number | null, name: string | null) =>
  id === null ? null : { id, display_name: name }

export const presentToken = ({ token, issuedAt, expiresAt, user }: SignedIn) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: Math.round((expiresAt - issuedAt) / SECOND),
  expires_at: stamp(expiresAt),
  user: presentMe(user),
})
