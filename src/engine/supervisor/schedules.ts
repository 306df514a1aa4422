// The rows of `schedules`: when each timed task runs next and how its last run went. worker/beat.ts decides what is due.

import { SECOND } from '#time.ts'
import type { Query, Tx } from '../db/db.ts'

export async function deleteSchedulesExcept(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.deleteFrom('schedules').where('name', 'not in', names).execute()
}

export const listSchedules = (query: Query) => query.selectFrom('schedules').selectAll().execute()

export async function writeNextRun(tx: Tx, name: string, next_run_at: number): Promise<void> {
  await tx
    .insertInto('schedules')
    .values({ name, next_run_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_run_at }))
    .execute()
}

export async function listDueNames(query: Query, now: number): Promise<string[]> {
  const rows = await query.selectFrom('schedules').select('name').where('next_run_at', '<=', now).execute()
  return rows.map(({ name }) => name)
}

/** claimRun is true for the one transaction that is to run the task: of several at once, one is. */
export async function claimRun(tx: Tx, name: string, now: number, next_run_at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedules')
    .set({ last_run_at: now, next_run_at })
    .where('name', '=', name)
    .where('next_run_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type RunOutcome = { result: string; failed: boolean; durationMs: number }

export async function writeOutcome(tx: Tx, name: string, { result, failed, durationMs }: RunOutcome): Promise<void> {
  await tx
    .updateTable('schedules')
    .set({ duration_ms: durationMs, result, failed: failed ? 1 : 0 })
    .where('name', '=', name)
    .execute()
}

export const listSchedulesThatRan = (query: Query) =>
  query.selectFrom('schedules').selectAll().where('last_run_at', 'is not', null).orderBy('name').execute()

export const BEAT_LEASE_MS = 15 * SECOND

/** holdBeat takes or renews the right to run the timed tasks, which one process in the whole cluster has. */
export async function holdBeat(tx: Tx, holder: string, now: number): Promise<boolean> {
  const lease = { holder, until: now + BEAT_LEASE_MS }
  const held = await tx
    .insertInto('leases')
    .values({ name: 'beat', ...lease })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(lease)
        .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until', '<', now)])),
    )
    .returning('holder')
    .executeTakeFirst()
  return held !== undefined
}

export const dropBeat = (tx: Tx, holder: string) =>
  tx.deleteFrom('leases').where('name', '=', 'beat').where('holder', '=', holder).execute()
