// Restoring a backup of one engine into the other. A copy of an SQLite file is opened, brought up to date and moved. A dump
// of PostgreSQL is read without a server: pg_restore prints its rows as text, which go into a new file with the schema that they had.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'
import Sqlite, { type Database } from 'better-sqlite3'
import { StartError } from '#errors.ts'
import { isMoved } from '../catalog.ts'
import { databaseFile } from '../db.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'
import { openDb } from '../open.ts'

/** engineOf tells by its first bytes what wrote a backup. */
export function engineOf(file: string): 'sqlite' | 'postgres' | undefined {
  const head = Buffer.alloc(16)
  const opened = openSync(file, 'r')
  readSync(opened, head)
  closeSync(opened)
  if (head.toString('latin1').startsWith('SQLite format 3')) return 'sqlite'
  return head.toString('latin1').startsWith('PGDMP') ? 'postgres' : undefined
}

/** A CopiedRow is one line of a dump: a value is text, or null. */
type CopiedRow = { table: string; columns: string[]; values: (string | null)[] }
type DumpLine = CopiedRow | { sequence: string; last: number }

/** loadDump fills a new database in a data folder with what a dump of PostgreSQL holds. */
export async function loadDump(dump: string, dataDir: string): Promise<void> {
  const applied = new Set<string>()
  for await (const line of linesOf(dump, '--table=schema_migrations'))
    if ('values' in line) applied.add(line.values[line.columns.indexOf('name')]!)
  const db = await openDb({ databaseUrl: '', dataDir, poolSize: 1 })
  await migrate(
    db,
    MIGRATIONS.filter(({ name }) => applied.has(name)),
  )
  await db.close()
  const file = new Sqlite(databaseFile(dataDir))
  try {
    // Rows come in the order of tables' names; whether they point at something is checked at the end.
    file.pragma('foreign_keys = OFF')
    await fill(file, dump)
    const dangling = file.pragma('foreign_key_check') as unknown[]
    if (dangling.length > 0) throw new StartError(`${dump} has ${dangling.length} rows that refer to missing ones.`)
  } finally {
    file.close()
  }
  const filled = await openDb({ databaseUrl: '', dataDir, poolSize: 1 })
  await migrate(filled)
  await filled.inTransaction((tx) => filled.dialect.search.startAnew(tx))
  await filled.close()
}

/** fill takes the rows as text: SQLite turns it into what each column holds, and bytes are turned here. */
async function fill(file: Database, dump: string): Promise<void> {
  file.exec('begin')
  const names = file.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]
  const inserts = new Map(names.filter(isMoved).map((table) => [table, undefined as Insert | undefined]))
  for await (const line of linesOf(dump)) {
    if ('sequence' in line) {
      file.prepare('delete from sqlite_sequence where name = ?').run(line.sequence)
      file.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(line.sequence, line.last)
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

/** linesOf has pg_restore print the rows, and reads PostgreSQL's text format of COPY. */
async function* linesOf(dump: string, ...only: string[]): AsyncGenerator<DumpLine> {
  const child = spawn('pg_restore', ['--data-only', '--file=-', ...only, dump], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'close').catch(() => [])
  let copied: Omit<CopiedRow, 'values'> | undefined
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (copied && line === '\\.') copied = undefined
    else if (copied) yield { ...copied, values: line.split('\t').map(readValue) }
    else {
      const [, table, list] = /^COPY (?:\w+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? []
      if (table) copied = { table, columns: list!.split(', ').map((name) => name.replaceAll('"', '')) }
      const [, sequence, last] =
        /^SELECT pg_catalog\.setval\('(?:\w+\.)?(\w+)_id_seq', (\d+), true\);$/.exec(line) ?? []
      if (sequence) yield { sequence, last: Number(last) }
    }
  }
  const [code] = await ended
  if (code === undefined) throw new StartError('pg_restore is needed for this; install the PostgreSQL client programs.')
  if (code !== 0) throw new StartError(`${dump} can't be read by pg_restore; it may be newer than the program.`)
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const readValue = (text: string): string | null =>
  text === '\\N' ? null : text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
