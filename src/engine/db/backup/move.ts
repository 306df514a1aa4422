// Moves everything from one database to another of either engine, table by table and in small transactions. The source is only
// read, inside one transaction that keeps writers out; a service can keep reading. Progress is saved in
// the target (`move_progress`), so an interrupted move resumes. Then both sides are compared.

import { sql } from 'kysely'
import { StartError } from '#errors.ts'
import { batchesOf } from '../batches.ts'
import { inOrder, isMoved, type TableShape } from '../catalog.ts'
import type { Db } from '../db.ts'
import { isMoveUnfinished } from '../schema.ts'
import type { Query, Tx } from '../tx.ts'
import { NO_ROWS, type RowsSum, sameSum, sumOf, sumOfTable } from './sums.ts'
import { allRows, pagesOf, type TableRow } from './table-pages.ts'

/** Both engines bound the values of one statement. */
const MOST_VALUES = 30_000

type StoredProgress = { name: string; last_key: string | null; rows: number; sum: string; done: number }

type MoveReport = { tables: { name: string; rows: number }[]; rows: number }

export async function moveDatabase(
  source: Db,
  target: Db,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<MoveReport> {
  const tables = inOrder((await source.catalog.tables(source.read)).filter(({ name }) => isMoved(name)))
  refuseDifferent(tables, await target.catalog.tables(target.read))
  await prepareTarget(target, tables)
  return source.inTransaction(
    async (from) => {
      await source.catalog.keepWritersOut(
        from,
        tables.map(({ name }) => name),
      )
      const total = await countAll(from, tables)
      let done = 0
      const advance = (rows: number) => {
        done += rows
        onProgress(done, total)
      }
      const report: MoveReport = { tables: [], rows: total }
      for (const table of tables) {
        const sum = await moveTable(from, target, table, advance)
        await compare(target, table, sum)
        report.tables.push({ name: table.name, rows: sum.rows })
      }
      const lastIds = await source.catalog.lastIds(from)
      await target.inTransaction(async (tx) => {
        for (const { table, last } of lastIds) if (isMoved(table)) await target.catalog.setLastId(tx, table, last)
        await target.dialect.search.startAnew(tx)
        await sql`drop table move_progress`.execute(tx)
      })
      return report
    },
    { patient: true },
  )
}

function refuseDifferent(tables: TableShape[], there: TableShape[]): void {
  const columnsThere = new Map(there.map(({ name, columns }) => [name, new Set(columns)]))
  const lacking = tables.filter(({ name, columns }) => !columns.every((column) => columnsThere.get(name)?.has(column)))
  if (lacking.length > 0)
    throw new StartError(
      `The two databases have different schemas (${lacking.map(({ name }) => name).join(', ')}); run galley migrate on the old one first.`,
    )
}

/** Accepts an empty database or the target of an unfinished move. */
async function prepareTarget(target: Db, tables: TableShape[]): Promise<void> {
  if (await isMoveUnfinished(target)) return
  const { rows } = await sql<{ filled: number }>`
    select (select count(*) from users) + (select count(*) from documents) + (select count(*) from categories) as filled`.execute(
    target.read,
  )
  if (Number(rows[0]!.filled) > 0)
    throw new StartError('The target already holds Galley data; move into an empty database, or restore with --force.')
  await target.inTransaction(async (tx) => {
    // Rows inserted by migrations are replaced by the source's.
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    await sql`create table move_progress (
      name text not null primary key, last_key text, rows bigint not null, sum text not null, done integer not null)`.execute(
      tx,
    )
  })
}

async function countAll(query: Query, tables: TableShape[]): Promise<number> {
  let total = 0
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(query)
    total += Number(rows[0]!.rows)
  }
  return total
}

/** Resumes after the last copied row; returns the checksum of all copied rows. */
async function moveTable(from: Tx, target: Db, table: TableShape, advance: (rows: number) => void): Promise<RowsSum> {
  const { rows: progress } = await sql<StoredProgress>`
    select * from move_progress where name = ${table.name}`.execute(target.read)
  let sum: RowsSum = progress[0] ? { rows: Number(progress[0].rows), sum: progress[0].sum } : NO_ROWS
  advance(sum.rows)
  if (progress[0]?.done === 1) return sum
  const after = progress[0]?.last_key ? (JSON.parse(progress[0].last_key) as unknown[]) : undefined
  for await (const { rows, lastKey } of readTable(from, table, after)) {
    if (rows.length === 0) continue
    sum = sumOf(table.columns, rows, sum)
    const last_key = lastKey ? JSON.stringify(lastKey) : null
    const progress = { name: table.name, last_key, ...sum, done: lastKey ? 0 : 1 }
    await target.inTransaction(async (tx) => {
      await target.catalog.syncLater(tx)
      await insertRows(tx, table, rows)
      await noteProgress(tx, progress)
    })
    advance(rows.length)
  }
  await target.inTransaction((tx) => noteProgress(tx, { name: table.name, last_key: null, ...sum, done: 1 }))
  return sum
}

/** Rows with references to their own table come in one batch, referenced rows first. */
async function* readTable(from: Tx, table: TableShape, after: unknown[] | undefined) {
  const own = table.references.find((reference) => reference.table === table.name)
  if (!own) yield* pagesOf(from, table, after)
  else
    yield {
      rows: parentsFirst(await allRows(from, table.name), own.columns[0]!, own.to[0]!),
      lastKey: undefined,
    }
}

function parentsFirst(rows: TableRow[], pointer: string, id: string): TableRow[] {
  const byId = new Map(rows.map((row) => [row[id], row]))
  const ordered = new Set<TableRow>()
  const visit = (row: TableRow): void => {
    if (ordered.has(row)) return
    const parent = byId.get(row[pointer])
    if (parent && parent !== row) visit(parent)
    ordered.add(row)
  }
  for (const row of rows) visit(row)
  return [...ordered]
}

async function insertRows(tx: Tx, { name, columns }: TableShape, rows: TableRow[]): Promise<void> {
  for (const some of batchesOf(rows, Math.floor(MOST_VALUES / columns.length))) {
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.id(column)))})
      values ${sql.join(values)}`.execute(tx)
  }
}

async function noteProgress(tx: Tx, { name, last_key, rows, sum, done }: StoredProgress): Promise<void> {
  await sql`insert into move_progress (name, last_key, rows, sum, done) values (${name}, ${last_key}, ${rows}, ${sum}, ${done})
    on conflict (name) do update set last_key = excluded.last_key, rows = excluded.rows, sum = excluded.sum,
      done = excluded.done`.execute(tx)
}

async function compare(target: Db, table: TableShape, moved: RowsSum): Promise<void> {
  const arrived = await sumOfTable(target.read, table)
  if (!sameSum(moved, arrived))
    throw new StartError(
      `The table ${table.name} arrived with ${arrived.rows} rows instead of ${moved.rows}, or with other values. The source is as it was; move into another empty database.`,
    )
}
