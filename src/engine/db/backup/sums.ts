// A checksum over a table's rows that is equal on both engines and in any order, for comparing a copy with its original.

import { hash } from 'node:crypto'
import type { TableShape } from '../catalog.ts'
import type { Query } from '../tx.ts'
import { pagesOf, type TableRow } from './table-pages.ts'

/** Saved as text, because it has 64 bits. */
export type RowsSum = { rows: number; sum: string }

export const NO_ROWS: RowsSum = { rows: 0, sum: '0' }
const BITS = 64

export const sameSum = (one: RowsSum, other: RowsSum): boolean => one.rows === other.rows && one.sum === other.sum

/** sumOf adds rows to a sum. Fractions count as PostgreSQL's `real` keeps them, bytes by their hash. */
export function sumOf(columns: readonly string[], rows: readonly TableRow[], before: RowsSum): RowsSum {
  let sum = BigInt(before.sum)
  for (const row of rows) {
    const values = columns.map((column) => plain(row[column]))
    sum += BigInt(`0x${hash('sha1', JSON.stringify(values), 'hex').slice(0, BITS / 4)}`)
  }
  return { rows: before.rows + rows.length, sum: String(BigInt.asUintN(BITS, sum)) }
}

function plain(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isInteger(value)) return Math.fround(value)
  if (value instanceof Uint8Array) return hash('sha1', value, 'hex')
  return value ?? null
}

export async function sumOfTable(query: Query, table: TableShape): Promise<RowsSum> {
  let sum = NO_ROWS
  for await (const { rows } of pagesOf(query, table)) sum = sumOf(table.columns, rows, sum)
  return sum
}
