// The rows of `schedules`: recurring tasks with the outcome of their last runs. worker/beat.ts decides when they run.

import { sql } from 'kysely'
import type { Query, Tx } from '../db/db.ts'

/** Another scheduler of the cluster may have schedules that this one doesn't have. */
export const isAmong = (names: readonly string[]) => sql<boolean>`name in (${sql.join(names)})`

export const listSchedules = (query: Query) => query.selectFrom('schedules').selectAll().orderBy('name').execute()

export const listSchedulesThatRan = async (query: Query) =>
  (await listSchedules(query)).filter(({ last_run_at }) => last_run_at !== null)

/** Replaces all schedules; those that are there keep the outcome of their last run. */
export async function putSchedules(tx: Tx, schedules: readonly { name: string; run_at: number }[]): Promise<void> {
  const names = schedules.map(({ name }) => name)
  await tx.deleteFrom('schedules').where('name', 'not in', names).execute()
  await tx
    .insertInto('schedules')
    .values(schedules)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ run_at: ref('excluded.run_at') })))
    .execute()
}
