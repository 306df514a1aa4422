// Queries of the background processes and schedules that requests need; how rows change over a process's life is in engine/supervisor.

import type { Query, Tx } from '#engine/db/db.ts'
import type { ProcessWish } from '#engine/db/tables.ts'
import type { ProcessRow } from '#engine/supervisor/rows.ts'

export const allRows = (query: Query): Promise<ProcessRow[]> =>
  query.selectFrom('processes').selectAll().orderBy('id').execute()

/** writeWish asks for something; what runs shows at once that it is about to end. */
export async function writeWish(tx: Tx, row: ProcessRow, wish: ProcessWish, now: number): Promise<void> {
  const leaves = row.status === 'starting' || row.status === 'running'
  await tx
    .updateTable('processes')
    .set({
      wish,
      crashes: '[]',
      retry_at: null,
      ...(leaves && { status: 'stopping', stop_at: now }),
      ...(row.status === 'crashed' && wish === 'stop' && { status: 'stopped' }),
    })
    .where('id', '=', row.id)
    .execute()
}

export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('processes').where('id', '=', id).execute()
}

export const countRows = (query: Query) =>
  query
    .selectFrom('processes')
    .select(['kind', 'status', ({ fn }) => fn.countAll<number>().as('total')])
    .groupBy(['kind', 'status'])
    .execute()

export const listSchedulesThatRan = (query: Query) =>
  query.selectFrom('schedules').selectAll().where('last_run_at', 'is not', null).orderBy('name').execute()
