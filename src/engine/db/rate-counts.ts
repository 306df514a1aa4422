// Statements over `rate_counts` and `nodes`: what nodes that share a database tell each other about rate limits.
// What the numbers mean and who may use how much is http/rate-settling.ts.

import { chunksOf } from './chunks.ts'
import type { Tx } from './db.ts'

export type RateCount = { key: string; node: string; slice: number; count: number }

export async function writeHeartbeat(tx: Tx, node: string, now: number): Promise<void> {
  await tx
    .insertInto('nodes')
    .values({ name: node, heartbeat_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ heartbeat_at: now }))
    .execute()
}

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

/** sumCountsOfOthers tells, for each key and slice, what all nodes but this one wrote and how many they are. */
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
  for (const some of chunksOf(rows)) {
    await tx
      .insertInto('rate_counts')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['key', 'node', 'slice']).doUpdateSet((eb) => ({ count: eb.ref('excluded.count') })),
      )
      .execute()
  }
}

export async function deleteCountsBefore(tx: Tx, slice: number): Promise<void> {
  await tx.deleteFrom('rate_counts').where('slice', '<', slice).execute()
}

/** deleteSomeCountsBefore removes at most so many rows and returns how many. */
export async function deleteSomeCountsBefore(tx: Tx, slice: number, most: number): Promise<number> {
  const rows = await tx
    .selectFrom('rate_counts')
    .select(['key', 'node', 'slice'])
    .where('slice', '<', slice)
    .limit(most)
    .execute()
  for (const row of rows)
    await tx
      .deleteFrom('rate_counts')
      .where('key', '=', row.key)
      .where('node', '=', row.node)
      .where('slice', '=', row.slice)
      .execute()
  return rows.length
}
