// What requests read of background processes and ask of them. How rows change while their processes run is in rows.ts.

import type { Query, Tx } from '../db/db.ts'
import type { ProcessWish } from '../db/vocabulary.ts'
import type { ProcessRow } from './rows.ts'

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

/** listProcessStates is what a page shows of processes, without what changes by itself: heartbeats. */
export const listProcessStates = (query: Query) =>
  query
    .selectFrom('processes')
    .select(['id', 'status', 'pid', 'restarts', 'exit_code', 'running_jobs'])
    .orderBy('id')
    .execute()
