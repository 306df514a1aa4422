// SQLite: one file, one writing connection used by one transaction at a time, one reading connection that cannot write.
// Waiting for a lock never blocks the event loop: a busy database is asked again after a short sleep.

import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { StartError, storageUnavailable } from '#errors.ts'
import { systemClock } from '#time.ts'
import { ChangeLog, readTags } from '../change-log.ts'
import { type Db, databaseFile } from '../db.ts'
import type { Dialect } from '../dialect.ts'
import { DIRECT, type RunDirectly } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { Listeners } from '../transaction.ts'
import type { Query } from '../tx.ts'
import { sqliteCatalog } from './catalog.ts'
import { createSqliteSearch } from './search.ts'
import { sqliteSignals } from './signals.ts'
import { createSqliteWriter } from './writer.ts'

const OPEN_WAIT_MS = 5_000
const READ_WAIT_MS = 20
const STATEMENTS_KEPT = 500
/** Twice what the log needs between two checkpoints. */
const LONGEST_LOG_BYTES = 32 * 1024 * 1024

const sqliteDialect: Omit<Dialect, 'search'> = {
  name: 'sqlite',
  id: 'integer primary key autoincrement',
  ownedId: 'integer not null primary key',
  // A writing transaction has the file to itself already.
  lock: async () => {},
  uniqueViolation: (error) => {
    if (!hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE') && !hasCode(error, 'SQLITE_CONSTRAINT_PRIMARYKEY')) return undefined
    const columns = /UNIQUE constraint failed: (?:index ')?([^']+)'?/.exec((error as Error).message)?.[1] ?? ''
    const [first = '', ...rest] = columns.split(', ')
    return [first, ...rest.map((column) => column.slice(column.indexOf('.') + 1))].join(',')
  },
  foreignKeyViolation: (error) => hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY'),
  isOutage: (error) =>
    [
      'SQLITE_BUSY',
      'SQLITE_IOERR',
      'SQLITE_FULL',
      'SQLITE_READONLY',
      'SQLITE_CANTOPEN',
      'SQLITE_CORRUPT',
      'SQLITE_NOTADB',
      'SQLITE_LOCKED',
    ].some((code) => hasCode(error, code, true)),
  binaryText: 'text',
  bytes: 'blob',
  // As with lock: nobody else writes until this transaction ends.
  forUpdate: '',
  forRemoval: '',
  forShare: '',
  forReference: '',
  forUpdateSkipLocked: '',
  manyNodes: false,
  listed: (rows, columns) => {
    const read = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(read)} from json_each(${JSON.stringify(rows)}))`
  },
  optimize: async (tx) => {
    await sql`pragma analysis_limit = 400`.execute(tx)
    await sql`pragma optimize`.execute(tx)
  },
}

export async function openSqlite(config: { dataDir: string }): Promise<Db> {
  const file = databaseFile(config.dataDir)
  makeDataFolder(config.dataDir)
  const writer = connect(file)
  // The writer never waits inside SQLite, which would block the event loop: it sleeps and tries again (writer.ts).
  writer.pragma('busy_timeout = 0')
  const reader = connect(file)
  reader.pragma('query_only = 1')
  keepPrivate(file)

  const read = kyselyOver(reader)
  const write = kyselyOver(writer)
  const listeners = new Listeners()
  const changes = new SqliteChanges(reader)
  const signals = sqliteSignals(config.dataDir, (topics) => listeners.emit(topics))

  const writing = createSqliteWriter(writer, write, {
    isBusy: (error) => hasCode(error, 'SQLITE_BUSY', true),
    asOutage: (error) => (sqliteDialect.isOutage(error) ? storageUnavailable(error) : error),
    onCommit: (topics) => {
      changes.committed()
      listeners.emit(topics)
      signals.send(topics)
    },
  })

  return {
    dialect: { ...sqliteDialect, search: createSqliteSearch() },
    read,
    urgent: read,
    clock: systemClock,
    inTransaction: writing.inTransaction,
    sequence: () => changes.sequence(),
    confirm: async () => {},
    isCurrent: (sequence, tags) => changes.isCurrent(sequence, tags),
    catalog: sqliteCatalog,
    on: (topic, listener) => {
      signals.listen()
      return listeners.on(topic, listener)
    },
    ping: async () => void reader.prepare('select 1 from changes').get(),
    findDamage: async (mostBytes) => (statSync(file).size > mostBytes ? undefined : firstFault(reader)),
    backup: (target, onProgress, inspect) => copyTo(target, connect(file), onProgress, inspect),
    nameMoment: undefined,
    poolUse: () => {
      const waiting = writing.waiting()
      return { used: waiting > 0 ? 1 : 0, idle: waiting > 0 ? 0 : 1, waiting: Math.max(0, waiting - 1) }
    },
    close: async () => {
      signals.close()
      await writing.idle()
      reader.close()
      writer.close()
    },
  }
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} can't be made (${(error as Error).message}); set GALLEY_DATA to a folder you may write to.`,
    )
  }
}

/** Makes the files private, unless they belong to another user. */
function keepPrivate(file: string): void {
  const present = ['', '-wal', '-shm'].map((suffix) => file + suffix).filter(existsSync)
  for (const path of present) if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o600)
}

/** makeFolder makes missing parents itself: Node's recursive mkdir never returns where the system refuses a folder as missing. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function connect(file: string): Database {
  try {
    const truncated = existsSync(file) && statSync(file).size > 0 && statSync(file).size < 512
    if (truncated) throw new Error('the file is truncated')
    const database = new Sqlite(file, { timeout: OPEN_WAIT_MS })
    // Readers go on while one writes. FULL, because in WAL mode NORMAL may lose the last commits when the power fails, and
    // whoever got a response must find what they saved.
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    // Off by default in SQLite, and set for each connection.
    database.pragma('foreign_keys = ON')
    // Small, because the system caches the file: 8 MB per connection cost a service 20 MB and save a search 2 % of CPU.
    database.pragma('cache_size = -2000')
    database.pragma('temp_store = MEMORY')
    // Fewer, larger checkpoints: pages that are rewritten often are copied into the file once.
    database.pragma('wal_autocheckpoint = 4000')
    // The log grows during long reads, such as backups; afterwards it is truncated to this size.
    database.pragma(`journal_size_limit = ${LONGEST_LOG_BYTES}`)
    database.prepare('select count(*) from sqlite_master').get()
    // From here on a busy file is retried with sleeps; a reader in WAL mode is hardly ever busy.
    database.pragma(`busy_timeout = ${READ_WAIT_MS}`)
    return database
  } catch (error) {
    if (hasCode(error, 'SQLITE_BUSY', true))
      throw new StartError(`The database ${file} is locked by another program; end it and start again.`)
    if (hasCode(error, 'SQLITE_READONLY', true))
      throw new StartError(
        `This user may not write to ${file}; run as the user whom it belongs to, or give it to this one.`,
      )
    throw new StartError(
      `The database ${file} can't be opened (${(error as Error).message}). Check that the folder is writable, or bring back a copy with: galley restore <file> --force`,
      { cause: error },
    )
  }
}

/**
 * copyTo copies one moment of the database, held by a read transaction on a connection of its own: SQLite would start over
 * at every write of another process, and on a busy site never end.
 */
async function copyTo(
  target: string,
  source: Database,
  onProgress: (share: number) => void,
  inspect: ((snapshot: Query) => Promise<void>) | undefined,
): Promise<void> {
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await source.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages)
        return 500
      },
    })
    chmodSync(target, 0o600)
    await inspect?.(kyselyOver(source))
    source.exec('rollback')
    // Checkpoints what was written meanwhile; the log is truncated when unused.
    for (const how of ['passive', 'truncate']) source.pragma(`wal_checkpoint(${how})`)
  } finally {
    source.close()
  }
}

/** The first fault found without checksums: broken pages, rows out of order, missing pages. */
function firstFault(database: Database): string | undefined {
  try {
    const result = String(database.pragma('quick_check(1)', { simple: true }))
    return result === 'ok' ? undefined : result.replaceAll(/\s+/g, ' ')
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Caches prepared statements by their text, so that SQLite compiles a query once. The driver's close is left
 * out, because one connection has several handles.
 */
function kyselyOver(database: Database): Kysely<Tables> {
  const statements = new LRUCache<string, Statement>({
    max: STATEMENTS_KEPT,
    memoMethod: (text) => database.prepare(text),
  })
  const prepare = (text: string): Statement => statements.memo(text)
  const runDirectly: RunDirectly = (text, values) => {
    const statement = prepare(text)
    if (statement.reader) return statement.all(values)
    statement.run(values)
    return []
  }
  const dialect = new SqliteDialect({ database: { prepare, close: () => {} } as unknown as Database })
  return Object.assign(new Kysely<Tables>({ dialect }), { [DIRECT]: runDirectly })
}

/**
 * SqliteChanges asks for `data_version` and reads the change log only when someone has written. It asks once per turn of the
 * event loop: what other processes write meanwhile is seen a turn later, what this one writes at once.
 */
class SqliteChanges {
  readonly #reader: Database
  readonly #dataVersion: Statement
  readonly #log = new ChangeLog()
  /** Called after this process's commits: invalidates the check of this turn of the event loop. */
  readonly committed = () => {
    this.#asked = false
  }
  #readChanges: Statement | undefined
  #seen: unknown
  #lastId = 0
  #asked = false

  constructor(reader: Database) {
    this.#reader = reader
    this.#dataVersion = reader.prepare('pragma data_version').pluck()
  }

  sequence(): number {
    this.#ask()
    return this.#log.sequence
  }

  isCurrent(sequence: number, tags: readonly string[]): boolean {
    this.#ask()
    return this.#log.isCurrent(sequence, tags)
  }

  #ask(): void {
    if (this.#asked) return
    const now = this.#dataVersion.get()
    if (now !== this.#seen) {
      this.#learnNew()
      this.#seen = now
    }
    this.#asked = true
    setImmediate(this.committed)
  }

  #learnNew(): void {
    this.#readChanges ??= this.#reader.prepare('select id, tags from changes where id > ? order by id')
    const rows = this.#readChanges.all(this.#lastId) as { id: number; tags: string }[]
    // Ids have no gaps, so a gap is what has been trimmed since this process looked last.
    if (rows.length > 0 && rows[0]!.id !== this.#lastId + 1) this.#log.forget()
    else for (const { tags } of rows) this.#log.learn(readTags(tags))
    this.#lastId = rows.at(-1)?.id ?? this.#lastId
  }
}

function hasCode(error: unknown, code: string, family = false): boolean {
  const actual = error instanceof Error && 'code' in error ? String(error.code) : ''
  return actual === code || (family && actual.startsWith(`${code}_`))
}
