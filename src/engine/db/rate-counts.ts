// Statements over `rate_counts` and `nodes`: how nodes that share a database exchange their counts for rate limits.
// What the numbers mean and who may use how much is http/gate/rate-settling.ts.

import { batchesOf } from './batches.ts'
import type { Query, Tx } from './tx.ts'

export type RateCount = { key: string; node: string; slice: number; count: number }

export async function writeHeartbeat(tx: Tx, node: string, now: number, skew_ms: number): Promise<void> {
  await tx
    .insertInto('nodes')
    .values({ name: node, heartbeat_at: now, skew_ms })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ heartbeat_at: now, skew_ms }))
    .execute()
}

/** listNodesSeen is which services run, and how far their machines' clocks are from the database's. */
export const listNodesSeen = (query: Query, after: number) =>
  query.selectFrom('nodes').selectAll().where('heartbeat_at', '>', after).orderBy('name').execute()

export async function countNodesSeen(tx: Tx, after: number): Promise<number> {
  const alive = await tx
    .selectFrom('nodes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('heartbeat_at', '>', after)
    .executeTakeFirstOrThrow()
  return Number(alive.total)
}

export async function deleteNode(tx: Tx, node: string): Promise<void> {
  await tx.deleteFrom('nodes').where('name', '=', node).execute()
}

export async function deleteNodesSeenBefore(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('nodes').where('heartbeat_at', '<', before).execute()
}

/** sumCountsOfOthers returns, for each key and slice, what all nodes but this one wrote, and how many did. */
export async function sumCountsOfOthers(tx: Tx, node: string, firstSlice: number) {
  const rows = await tx
    .selectFrom('rate_counts')
    .select(({ fn }) => ['key', 'slice', fn.sum<number>('count').as('total'), fn.countAll<number>().as('nodes')])
    .where('node', '<>', node)
    .where('slice', '>=', firstSlice)
    .groupBy(['key', 'slice'])
    .execute()
  return rows.map((row) => ({ ...row, total: Number(row.total), nodes: Number(row.nodes) }))
}

export async function writeCounts(tx: Tx, rows: RateCount[]): Promise<void> {
  for (const some of batchesOf(rows)) {
    await tx
      .insertInto('rate_counts')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['key', 'node', 'slice']).doUpdateSet((eb) => ({ count: eb.ref('excluded.count') })),
      )
      .execute()
  }
}

/** deleteCountsBefore removes at most `most` rows and returns how many. */
export async function deleteCountsBefore(tx: Tx, slice: number, most: number): Promise<number> {
  const old = tx.selectFrom('rate_counts').select(['key', 'node', 'slice']).where('slice', '<', slice).limit(most)
  const { numDeletedRows } = await tx
    .deleteFrom('rate_counts')
    .where(({ eb, refTuple }) => eb(refTuple('key', 'node', 'slice'), 'in', old.$asTuple('key', 'node', 'slice')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
