// Queries over the audit trail.

import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { AuditAction, AuditKind } from './audit-actions.ts'

export type AuditRow = Omit<Selectable<Tables['audit']>, 'action' | 'sent_at'> & { action: AuditAction }

/** `kind` is the prefix of actions, like `document`. */
export type AuditFilter = {
  action?: AuditAction
  kind?: AuditKind
  actor_id?: number
  target?: string
  since?: number
  until?: number
}

/** The last entry of a page; entries of the same millisecond are ordered by id. */
export type AuditPosition = Pick<AuditRow, 'at' | 'id'>

const COLUMNS = ['at', 'actor_id', 'actor', 'action', 'target', 'detail', 'address'] as const

/** Prepared, because every save writes an entry. */
export const insertAudit = preparedWrite<void, Omit<AuditRow, 'id'>>((slot, tx) =>
  tx.insertInto('audit').values(slotsOf(slot, COLUMNS)),
)

/**
 * Pages by time, newest first, so that new rows shift nothing. Each filter has an index that ends in the time (migration
 * 0044), so a page costs the same however long the trail is.
 */
export function auditRows(query: Query, filter: AuditFilter, before: AuditPosition | undefined, limit: number) {
  const { action, kind, actor_id, target, since, until } = filter
  return query
    .selectFrom('audit')
    .selectAll()
    .$narrowType<{ action: AuditAction }>()
    .$if(before !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(before!.at, before!.id))),
    )
    .$if(action !== undefined, (rows) => rows.where('action', '=', action!))
    .$if(kind !== undefined, (rows) => rows.where(KIND, '=', `${kind}.`))
    .$if(actor_id !== undefined, (rows) => rows.where('actor_id', '=', actor_id!))
    .$if(target !== undefined, (rows) => rows.where('target', '=', target!))
    .$if(since !== undefined, (rows) => rows.where('at', '>=', since!))
    .$if(until !== undefined, (rows) => rows.where('at', '<', until!))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

export const selectAudit = (...asked: Parameters<typeof auditRows>): Promise<AuditRow[]> =>
  auditRows(...asked).execute()

/** An action up to its dot, in an expression that both engines have; must match the index. */
const KIND = sql<string>`rtrim(action, 'abcdefghijklmnopqrstuvwxyz_')`

/** The oldest unsent entries. */
export const selectUnsent = (query: Query, limit: number): Promise<AuditRow[]> =>
  query
    .selectFrom('audit')
    .selectAll()
    .$narrowType<{ action: AuditAction }>()
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function markSent(tx: Tx, ids: readonly number[], now: number): Promise<void> {
  await tx.updateTable('audit').set({ sent_at: now }).where('id', 'in', ids).execute()
}
