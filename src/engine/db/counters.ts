// Numbers that the whole cluster shares, by name: the versions of the scopes (which only commits raise, see db.ts) and what
// else has to be kept as a single number.

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
