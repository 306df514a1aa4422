// Named numbers that the cluster shares, such as the version of the renderer that made the saved HTML.

import type { Query, Tx } from './db.ts'

export async function readCounter(query: Query, name: string): Promise<number> {
  const row = await query.selectFrom('counters').select('value').where('scope', '=', name).executeTakeFirst()
  return row?.value ?? 0
}

export async function writeCounter(tx: Tx, name: string, value: number): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ scope: name, value })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ value }))
    .execute()
}
