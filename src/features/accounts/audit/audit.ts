// The audit trail: who did what to which thing. Every feature records its own changes, in the transaction that makes them.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { emit } from '#features/webhooks/emit.ts'
import { stamp } from '#time.ts'
import type { AuditAction } from './audit-actions.ts'
import { type AuditFilter, type AuditPosition, type AuditRow, insertAudit, selectAudit } from './audit-store.ts'

/**
 * Records an action like `document.deleted` on a target like `document:7`. Administrators see the detail as it is, so it must
 * not contain passwords, codes or tokens.
 */
export async function recordAudit(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  target: string,
  detail: Record<string, unknown>,
  now: number,
): Promise<void> {
  await insertAudit(tx, {
    at: now,
    actor_id: actor.userId,
    actor: actor.label,
    action,
    target,
    detail: JSON.stringify(actor.client === undefined ? detail : { ...detail, client: actor.client }),
    address: actor.address ?? null,
  })
  if (action === 'user.created' || action === 'user.disabled' || action === 'user.deleted')
    await emit(tx, action, { userId: Number(target.slice('user:'.length)) }, now, detail)
}

type AuditSearch = Omit<AuditFilter, 'since' | 'until'> & { since?: string; until?: string }

/** A page, and the cursor of the next one, which is the last entry. */
export async function listAudit(
  { db }: Pick<Deps, 'db'>,
  search: AuditSearch,
  cursor: string | undefined,
  limit: number,
) {
  const before = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await selectAudit(db.read, filterOf(search), before, limit + 1)
  const items = rows.slice(0, limit)
  return { items: items.map(presentAudit), next_cursor: rows.length > limit ? cursorOf(items.at(-1)!) : null }
}

const EXPORTED_AT_ONCE = 500

/** Everything that matches, as JSON lines, newest first, one page in memory at a time. */
export async function* exportAudit({ db }: Pick<Deps, 'db'>, search: AuditSearch): AsyncGenerator<string> {
  const filter = filterOf(search)
  for (let before: AuditRow | undefined; ; ) {
    const rows = await selectAudit(db.read, filter, before, EXPORTED_AT_ONCE)
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(presentAudit(row))}\n`).join('')
    if (rows.length < EXPORTED_AT_ONCE) return
    before = rows.at(-1)
  }
}

/** The export for administrators, which is itself recorded in the trail unless the search is invalid. */
export async function startAuditExport(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, search: AuditSearch) {
  filterOf(search)
  const now = deps.clock.now()
  await deps.db.inTransaction((tx) => recordAudit(tx, actor, 'audit.exported', 'audit', { ...search }, now))
  return exportAudit(deps, search)
}

function filterOf({ since, until, ...rest }: AuditSearch): AuditFilter {
  return {
    ...rest,
    ...(since !== undefined && { since: readMoment('since', since) }),
    ...(until !== undefined && { until: readMoment('until', until) }),
  }
}

function readMoment(name: string, given: string): number {
  const at = Date.parse(given)
  if (Number.isNaN(at)) throw invalidValue(['query', name], 'not a time like 2026-11-16T09:30:00Z', given)
  return at
}

const cursorOf = ({ at, id }: AuditPosition): string => `${at}.${id}`

function readCursor(cursor: string): AuditPosition {
  const [, at, id] = /^([0-9]{1,15})\.([0-9]{1,15})$/.exec(cursor) ?? []
  if (id === undefined) throw invalidValue(['query', 'cursor'], 'not a cursor of this list', cursor)
  return { at: Number(at), id: Number(id) }
}

export const presentAudit = ({ id, at, actor_id, actor, action, target, detail, address }: AuditRow) => ({
  id,
  at: stamp(at),
  actor,
  actor_id,
  action,
  target,
  detail: JSON.parse(detail) as Record<string, unknown>,
  address,
})
