// Reads a whole table page by page, in the order of its key, so that neither its length nor the length of its texts matters.

import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TableShape } from '../catalog.ts'
import type { Query } from '../tx.ts'

export type TableRow = Record<string, unknown>
type TablePage = { rows: TableRow[]; lastKey: unknown[] | undefined }

const FIRST_ROWS = 20
const MOST_ROWS = 2_000
const PAGE_BYTES = 4_000_000

/** Pages after a key, if given; a table without a primary key is one page. */
export async function* pagesOf(query: Query, { name, key }: TableShape, after?: unknown[]): AsyncGenerator<TablePage> {
  if (key.length === 0) {
    yield { rows: await allRows(query, name), lastKey: undefined }
    return
  }
  const ids = sql.join(key.map((column) => sql.id(column)))
  const read = (lastKey: unknown[] | undefined, limit: number) => {
    const beyond = lastKey ? sql`where (${ids}) > (${sql.join(lastKey)})` : sql``
    return sql<TableRow>`
      select * from ${sql.table(name)} ${beyond} order by ${ids} limit ${sql.lit(limit)}`.execute(query)
  }
  for (let [lastKey, limit] = [after, FIRST_ROWS]; ; ) {
    const { rows } = await read(lastKey, limit)
    if (rows.length === 0) return
    lastKey = key.map((column) => rows.at(-1)![column])
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((rows.length * PAGE_BYTES) / sizeOf(rows))))
    yield { rows, lastKey }
    // SQLite reads are synchronous: without a pause a long table would starve timers, such as those of leases.
    await setImmediate()
  }
}

export async function allRows(query: Query, table: string): Promise<TableRow[]> {
  return (await sql<TableRow>`select * from ${sql.table(table)}`.execute(query)).rows
}

function sizeOf(rows: TableRow[]): number {
  let bytes = 1
  for (const row of rows)
    for (const value of Object.values(row))
      bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return bytes
}
