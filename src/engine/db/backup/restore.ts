// Restoring a backup, of either engine into either (restore-across.ts). On SQLite the file replaces the current one, which is
// set aside whole; on PostgreSQL a backup of what is there is taken first, then its tables give way to those of the backup.
// Nothing is replaced unasked.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '#errors.ts'
import { stampInName } from '#time.ts'
import { type Db, type DbConfig, databaseFile } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openDb } from '../open.ts'
import { connectionEnvironment, runClientProgram } from '../postgres/programs.ts'
import { moveDatabase } from './move.ts'
import { engineOf, loadDump } from './restore-across.ts'

/** restoreBackup replaces an existing database only when forced, and returns where the old one is kept, if it is. */
export async function restoreBackup(config: DbConfig, file: string, force: boolean): Promise<string | undefined> {
  const engine = engineOf(file)
  if (config.databaseUrl !== '')
    return engine === 'sqlite' ? restoreIntoServer(config, file, force) : restorePostgres(config, file, force)
  if (engine !== 'postgres') return restoreSqlite(config.dataDir, file, force)
  return inScratchFolder(join(config.dataDir, 'scratch-'), async (folder) => {
    await loadDump(file, folder)
    return restoreSqlite(config.dataDir, databaseFile(folder), force)
  })
}

/**
 * inScratchFolder is for a database that is needed for a moment. It takes the beginning of a path, on a disk that is meant for
 * databases: the system's folder for such things is often held in memory.
 */
export async function inScratchFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dirname(prefix), { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(prefix)
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** databaseFiles lists the database itself first, then what SQLite keeps beside it. */
export const databaseFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((suffix) => databaseFile(dataDir) + suffix)

/** checkBackup refuses a file that is no whole Galley database, before anything is replaced by it. */
export function checkBackup(file: string): void {
  try {
    const database = new Sqlite(file, { readonly: true })
    try {
      const result = database.pragma('quick_check(1)', { simple: true })
      if (result !== 'ok') throw new Error(String(result))
      database.prepare('select count(*) from schema_migrations').get()
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

async function restoreSqlite(dataDir: string, file: string, force: boolean): Promise<string | undefined> {
  checkBackup(file)
  const [database, ...beside] = databaseFiles(dataDir) as [string, ...string[]]
  if (existsSync(database) && !force) {
    throw new StartError(
      `${database} exists; stop the service, then add --force to replace it (the current one is kept beside it as .replaced).`,
    )
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const replaced = existsSync(database) ? `${database}.replaced-${stampInName(Date.now())}` : undefined
  if (replaced) foldLog(database)
  const incoming = `${database}.incoming`
  copyFileSync(file, incoming)
  if (replaced) {
    // What could not be folded in goes along: after a crash only it holds the newest commits.
    for (const one of [...beside, database]) if (existsSync(one)) renameSync(one, replaced + one.slice(database.length))
  }
  renameSync(incoming, database)
  return replaced
}

/** foldLog writes the log into the file, and refuses one that is in use. A damaged one stays as it is. */
function foldLog(file: string): void {
  try {
    const database = new Sqlite(file, { timeout: 0 })
    try {
      database.pragma('journal_mode = delete')
    } finally {
      database.close()
    }
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY'))
      throw new StartError(`${file} is in use; stop the service (and its workers), then restore.`)
  }
}

/** restoreIntoServer moves a copy of an SQLite file: what was written by an older version is brought up to date first. */
async function restoreIntoServer(config: DbConfig, file: string, force: boolean): Promise<string | undefined> {
  checkBackup(file)
  const replaced = await setAside(config, force)
  return inScratchFolder(join(config.dataDir, 'scratch-'), async (folder) => {
    copyFileSync(file, databaseFile(folder))
    const source = await openDb({ ...config, databaseUrl: '', dataDir: folder })
    const target = await openDb(config)
    try {
      await migrate(source)
      if (replaced) await dropTables(target)
      await migrate(target)
      await moveDatabase(source, target)
      return replaced
    } finally {
      await source.close()
      await target.close()
    }
  })
}

async function withServer(config: DbConfig, work: (db: Db) => Promise<void>): Promise<void> {
  const db = await openDb(config)
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

const dropTables = async (db: Db): Promise<void> => {
  const tables = await db.catalog.tables(db.read)
  await db.inTransaction(async (tx) => {
    for (const { name } of tables) await sql`drop table ${sql.table(name)} cascade`.execute(tx)
  })
}

async function restorePostgres(config: DbConfig, file: string, force: boolean): Promise<string | undefined> {
  const replaced = await setAside(config, force)
  // A backup of an older version has other tables, and some that are views now: pg_restore could not replace those.
  if (replaced) await withServer(config, dropTables)
  const database = connectionEnvironment(config.databaseUrl).PGDATABASE ?? ''
  const how = ['--single-transaction', '--no-owner', `--dbname=${database}`]
  try {
    await runClientProgram('pg_restore', [...how, file], config.databaseUrl)
  } catch (error) {
    if (!replaced) throw error
    throw new StartError(`${(error as Error).message}; restore what was there before from ${replaced}.`, {
      cause: error,
    })
  }
  return replaced
}

/** setAside keeps a backup of what is there, if it may be replaced; undefined when nothing is there. */
async function setAside(config: DbConfig, force: boolean): Promise<string | undefined> {
  const { dump } = await import('../postgres/postgres.ts')
  const { isFilled, others } = await lookAt(config.databaseUrl)
  if (isFilled && !force)
    throw new StartError('The database already holds Galley data; stop the service, then add --force to replace it.')
  if (others > 0)
    throw new StartError(
      `The database is in use by others (${others} connected); stop every service and worker, then restore.`,
    )
  const backupFile = isFilled
    ? join(config.dataDir, 'backups', `replaced-${stampInName(Date.now())}.backup`)
    : undefined
  if (backupFile) {
    mkdirSync(dirname(backupFile), { recursive: true, mode: 0o700 })
    await dump(config.databaseUrl, backupFile, () => {})
  }
  return backupFile
}

/** lookAt finds out whether there is a Galley in the database, and how many besides us are connected to it. */
async function lookAt(url: string): Promise<{ isFilled: boolean; others: number }> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as filled,
      (select count(*)::int from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and backend_type = 'client backend') as others`)
    return { isFilled: rows[0].filled, others: rows[0].others }
  } catch (error) {
    throw new StartError(`The database can't be reached (${(error as Error).message}); check DATABASE_URL.`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
