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
}

export async function insertAudit(tx: Tx, row: Omit<AuditRow, 'id'>): Promise<void> {
  await tx.insertInto('audit').values(row).execute()
}

/** selectAudit pages by id, newest first: rows that arrive meanwhile shift nothing. */
export function selectAudit(query: Query, below: number, limit: number): Promise<AuditRow[]> {
  return query.selectFrom('audit').selectAll().where('id', '<', below).orderBy('id', 'desc').limit(limit).execute()
}
