// The audit trail: who did what to which thing. Every feature records its own changes, in the transaction that makes them.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { stamp } from '#time.ts'
import { type AuditRow, insertAudit, selectAudit } from './audit-store.ts'

/** AuditAction is all that is noted: what was done, in the past tense. */
export type AuditAction =
  | `category.${'access_changed' | 'deleted'}`
  | `document.${'access_changed' | 'deleted' | 'purged' | 'restored'}`
  | 'documents.imported'
  | `iteration.${'approved' | 'redrafted'}`
  | 'job.cancelled'
  | `process.${'deleted' | 'restarted' | 'started' | 'stopped'}`
  | `session.${'all_ended' | 'ended' | 'proven' | 'reused' | 'started'}`
  | `token.${'created' | 'revoked'}`
  | `user.${'created' | 'disabled' | 'enabled' | 'invited' | 'password_changed' | 'profile_changed' | 'role_changed'}`

/**
 * recordAudit notes an action like `document.deleted` on a target like `document:7`. The detail is shown to
 * administrators as it is, so it never holds passwords, codes or tokens.
 */
export function recordAudit(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  target: string,
  detail: Record<string, unknown>,
  now: number,
): Promise<void> {
  return insertAudit(tx, {
    at: now,
    actor_id: actor.userId,
    actor: actor.label,
    action,
    target,
    detail: JSON.stringify(detail),
  })
}

/** listAudit gives a page and the cursor of the next one; a cursor is the id that the page before ended with. */
export async function listAudit({ db }: Pick<Deps, 'db'>, cursor: string | undefined, limit: number) {
  const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor)
  const rows = await selectAudit(db.read, below, limit + 1)
  const items = rows.slice(0, limit)
  return { items: items.map(presentAudit), next_cursor: rows.length > limit ? String(items.at(-1)!.id) : null }
}

function readCursor(cursor: string): number {
  if (!/^[0-9]{1,15}$/.test(cursor)) throw invalidValue(['query', 'cursor'], 'not a cursor of this list', cursor)
  return Number(cursor)
}

const presentAudit = ({ id, at, actor_id, actor, action, target, detail }: AuditRow) => ({
  id,
  at: stamp(at),
  actor,
  actor_id,
  action,
  target,
  detail: JSON.parse(detail) as Record<string, unknown>,
})
