// Queries for deleting and exporting an account. Its row stays, emptied.

import type { Tx } from '#engine/db/db.ts'
import { type AuditPosition, selectAudit } from '../audit/audit-store.ts'
import { updateUser } from '../user-store.ts'

export const FORMER_MEMBER = 'Former member'
const ADDRESS = 'deleted.invalid'
const AT_ONCE = 500

/**
 * Keeps the id and a name for lists. The placeholder address is unique and can't receive mail (RFC 2606); nobody can have
 * registered it, as addresses from people are lower case.
 */
export const emptyUser = (tx: Tx, id: number, now: number) =>
  updateUser(tx, id, {
    email: `Former-${id}@${ADDRESS}`,
    username: null,
    display_name: FORMER_MEMBER,
    role: 'reader',
    password_hash: null,
    email_verified: 0,
    proven_by: null,
    disabled: 1,
    last_login_at: null,
    updated_at: now,
    deleted_at: now,
  })

const OWNED = [
  'sessions',
  'api_tokens',
  'known_browsers',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'tickets',
  'identities',
  'group_members',
  'scim_users',
] as const

export async function deleteOwned(tx: Tx, userId: number, email: string): Promise<void> {
  for (const table of OWNED) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await tx.deleteFrom('codes').where('identifier', '=', email).execute()
}

/** Keeps who did what and when, by id, without names and addresses. */
export async function emptyAudit(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('audit').set({ actor: FORMER_MEMBER, address: null }).where('actor_id', '=', userId).execute()
  for (let before: AuditPosition | undefined; ; ) {
    const rows = await selectAudit(tx, { target: `user:${userId}` }, before, AT_ONCE)
    for (const { id, detail } of rows) {
      const { email, ...rest } = JSON.parse(detail) as Record<string, unknown>
      if (email !== undefined)
        await tx
          .updateTable('audit')
          .set({ detail: JSON.stringify(rest) })
          .where('id', '=', id)
          .execute()
    }
    if (rows.length < AT_ONCE) return
    before = rows.at(-1)
  }
}
