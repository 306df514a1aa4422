// Reads a backup of either engine to its end, into an SQLite file of its own: what restores and verifies backups starts from
// that copy. A dump of PostgreSQL is read without a server: pg_restore prints its rows as text, which go into a new file with
// the schema that they had.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import Sqlite, { type Database } from 'better-sqlite3'
import { StartError } from '#errors.ts'
import { isMoved } from '../catalog.ts'
import { databaseFile } from '../db.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'
import type { MigrationPhase } from '../migration.ts'
import { openDb } from '../open.ts'
import { readApplied } from '../schema.ts'

/**
 * withCopyOf refuses a file that is not a whole backup of Galley. The prefix is the beginning of the scratch folder's path, on a
 * disk that is meant for databases: the system's folder for temporary files is often held in memory.
 */
export async function withCopyOf<T>(file: string, prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dirname(prefix), { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(prefix)
  try {
    if (isDump(file)) await loadDump(file, folder)
    else {
      // Even reading leaves SQLite's -wal and -shm files behind.
      copyFileSync(file, databaseFile(folder))
      checkBackup(databaseFile(folder), file)
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Detects pg_dump's signature. */
function isDump(file: string): boolean {
  const head = Buffer.alloc(5)
  const opened = openSync(file, 'r')
  readSync(opened, head)
  closeSync(opened)
  return head.toString('latin1') === 'PGDMP'
}

/** Refuses a damaged SQLite file or one without Galley's tables; errors contain `name`. */
export function checkBackup(path: string, file = path): void {
  try {
    const database = new Sqlite(path, { readonly: true })
    try {
      const result = database.pragma('quick_check(1)', { simple: true })
      if (result !== 'ok') throw new Error(String(result))
      if (database.prepare('select count(*) from schema_migrations').pluck().get() === 0)
        throw new Error('it has no tables of Galley')
    } finally {
      database.close()
    }
  } catch (error) {
    throw new StartError(
      `${file} is not a backup of Galley that can be read (${(error as Error).message}); nothing was changed.`,
      { cause: error },
    )
  }
}

/** A line of a dump: values are text or null. */
type CopiedRow = { table: string; columns: string[]; values: (string | null)[] }
/** The highest id that a table has ever assigned. */
type LastId = { table: string; last: number }

/** Loads a PostgreSQL dump into a new SQLite database. */
async function loadDump(dump: string, dataDir: string): Promise<void> {
  const rows: { name: string; phase: MigrationPhase }[] = []
  for await (const line of linesOf(dump, '--table=schema_migrations'))
    if ('values' in line)
      rows.push(Object.fromEntries(line.columns.map((column, nth) => [column, line.values[nth]])) as (typeof rows)[0])
  if (rows.length === 0)
    throw new StartError(`${dump} is not a backup of Galley: it has no tables of Galley; nothing was changed.`)
  const applied = readApplied(rows)
  const db = await openDb({ databaseUrl: '', dataDir, poolSize: 1 })
  await migrate(
    db,
    MIGRATIONS.filter(({ name }) => applied.has(name)),
  )
  await db.close()
  const file = new Sqlite(databaseFile(dataDir))
  try {
    // Tables come in alphabetical order, so foreign keys are checked at the end.
    file.pragma('foreign_keys = OFF')
    await fill(file, dump)
    const dangling = file.pragma('foreign_key_check') as unknown[]
    if (dangling.length > 0)
      throw new StartError(`${dump} has ${dangling.length} rows that refer to missing ones; nothing was changed.`)
  } finally {
    file.close()
  }
  const filled = await openDb({ databaseUrl: '', dataDir, poolSize: 1 })
  await migrate(filled)
  await filled.inTransaction((tx) => filled.dialect.search.startAnew(tx))
  await filled.close()
}

/** Inserts text values: SQLite converts them by column affinity; bytes are decoded here. */
async function fill(file: Database, dump: string): Promise<void> {
  file.exec('begin')
  const names = file.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]
  const inserts = new Map(names.filter(isMoved).map((table) => [table, undefined as Insert | undefined]))
  for await (const line of linesOf(dump)) {
    if ('last' in line) {
      file.prepare('delete from sqlite_sequence where name = ?').run(line.table)
      file.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(line.table, line.last)
    } else if (inserts.has(line.table)) {
      const insert = inserts.get(line.table) ?? insertInto(file, line)
      inserts.set(line.table, insert)
      insert(line.values)
    }
  }
  file.exec('commit')
}

type Insert = (values: (string | null)[]) => void

/** insertInto also removes what migrations put there. */
function insertInto(file: Database, { table, columns }: CopiedRow): Insert {
  file.exec(`delete from "${table}"`)
  const types = new Map(
    (file.pragma(`table_info("${table}")`) as { name: string; type: string }[]).map(({ name, type }) => [name, type]),
  )
  const isBytes = columns.map((name) => types.get(name)?.toLowerCase() === 'blob')
  const insert = file.prepare(
    `insert into "${table}" (${columns.map((name) => `"${name}"`)}) values (${columns.map(() => '?')})`,
  )
  return (values) =>
    void insert.run(values.map((value, nth) => (isBytes[nth] && value ? Buffer.from(value.slice(2), 'hex') : value)))
}

/** Reads rows in PostgreSQL's COPY text format, and each table's sequence. */
async function* linesOf(dump: string, ...only: string[]): AsyncGenerator<CopiedRow | LastId> {
  const tables = await findSequences(dump)
  let copied: Omit<CopiedRow, 'values'> | undefined
  for await (const line of printed(dump, '--data-only', ...only)) {
    if (copied && line === '\\.') copied = undefined
    else if (copied) yield { ...copied, values: line.split('\t').map(readValue) }
    else {
      const [, table, list] = /^COPY (?:\w+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? []
      if (table) copied = { table, columns: list!.split(', ').map((name) => name.replaceAll('"', '')) }
      const [, sequence, last] = /^SELECT pg_catalog\.setval\('(?:\w+\.)?(\w+)', (\d+), true\);$/.exec(line) ?? []
      const numbered = sequence && tables.get(sequence)
      if (numbered) yield { table: numbered, last: Number(last) }
    }
  }
}

/** Maps sequences to tables. Names don't suffice: a renamed table keeps its sequence's name. */
async function findSequences(dump: string): Promise<Map<string, string>> {
  const tables = new Map<string, string>()
  let table: string | undefined
  for await (const line of printed(dump, '--schema-only')) {
    table = /^ALTER TABLE (?:\w+\.)?"?(\w+)"? ALTER COLUMN \w+ ADD GENERATED/.exec(line)?.[1] ?? table
    const [, sequence] = /^ +SEQUENCE NAME (?:\w+\.)?(\w+)$/.exec(line) ?? []
    if (sequence && table) tables.set(sequence, table)
  }
  return tables
}

/** The output of pg_restore, line by line. */
async function* printed(dump: string, ...which: string[]): AsyncGenerator<string> {
  const child = spawn('pg_restore', ['--file=-', ...which, dump], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'close').catch(() => [])
  yield* createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })
  const [code] = await ended
  if (code === undefined) throw new StartError('pg_restore is needed for this; install the PostgreSQL client programs.')
  if (code !== 0)
    throw new StartError(
      `${dump} can't be read by pg_restore: it is damaged or cut short, or newer than the program; nothing was changed.`,
    )
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const readValue = (text: string): string | null =>
  text === '\\N' ? null : text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
