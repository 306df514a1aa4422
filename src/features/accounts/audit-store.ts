// Queries over the audit trail.

import type { Query, Tx } from '#engine/db/db.ts'

export type AuditRow = {
  id: number
  at: number
  actor_id: number | null
  actor: string
  action: string
  target: string
  detail: string
  address: string | null
}

export type AuditFilter = { action?: string; actor_id?: number; target?: string; since?: number; until?: number }

export async function insertAudit(tx: Tx, row: Omit<AuditRow, 'id'>): Promise<void> {
  await tx.insertInto('audit').values(row).execute()
}

/** selectAudit pages by id, newest first: rows that arrive meanwhile shift nothing. */
export function selectAudit(query: Query, filter: AuditFilter, below: number, limit: number): Promise<AuditRow[]> {
  const { action, actor_id, target, since, until } = filter
  return query
    .selectFrom('audit')
    .selectAll()
    .where('id', '<', below)
    .$if(action !== undefined, (rows) => rows.where('action', '=', action!))
    .$if(actor_id !== undefined, (rows) => rows.where('actor_id', '=', actor_id!))
    .$if(target !== undefined, (rows) => rows.where('target', '=', target!))
    .$if(since !== undefined, (rows) => rows.where('at', '>=', since!))
    .$if(until !== undefined, (rows) => rows.where('at', '<', until!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** selectUnsent gives the oldest entries that were not sent yet. */
export const selectUnsent = (query: Query, limit: number): Promise<AuditRow[]> =>
  query.selectFrom('audit').selectAll().where('sent_at', 'is', null).orderBy('id').limit(limit).execute()

export async function markSent(tx: Tx, ids: readonly number[], now: number): Promise<void> {
  await tx.updateTable('audit').set({ sent_at: now }).where('id', 'in', ids).execute()
}
