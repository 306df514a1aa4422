// Restoring a backup. On SQLite the file takes the place of the present one, which is set aside whole; on PostgreSQL
// pg_restore replaces what is there in one transaction. Nothing is replaced unasked, or by what is no backup.

import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { StartError } from '../../errors.ts'
import type { DbConfig } from './db.ts'
import { connectionEnvironment, runClientProgram } from './postgres-programs.ts'

/** restoreBackup replaces a database that is there already only when forced, and returns where that one is kept, if it is. */
export function restoreBackup(config: DbConfig, file: string, force: boolean): Promise<string | undefined> {
  return config.databaseUrl === '' ? restoreSqlite(config.dataDir, file, force) : restorePostgres(config, file, force)
}

/** databaseFiles lists the database itself first, then what SQLite keeps beside it. */
export const databaseFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((suffix) => join(dataDir, `galley.db${suffix}`))

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
      `${file} is no backup of Galley that can be read (${(error as Error).message}); nothing was changed.`,
      { cause: error },
    )
  }
}

async function restoreSqlite(dataDir: string, file: string, force: boolean): Promise<string | undefined> {
  checkBackup(file)
  const [database, ...beside] = databaseFiles(dataDir) as [string, ...string[]]
  if (existsSync(database) && !force) {
    throw new StartError(
      `${database} exists; stop the service, then add --force to replace it (the present one is kept beside it as .replaced).`,
    )
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const kept = existsSync(database)
    ? `${database}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`
    : undefined
  if (kept) foldLog(database)
  const incoming = `${database}.incoming`
  copyFileSync(file, incoming)
  if (kept) {
    // What could not be folded in goes along: after a crash the newest commits are there alone.
    for (const one of [...beside, database]) if (existsSync(one)) renameSync(one, kept + one.slice(database.length))
  }
  renameSync(incoming, database)
  return kept
}

/** foldLog makes the file whole by itself, and refuses one that is in use. A damaged one stays as it is. */
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

async function restorePostgres(config: DbConfig, file: string, force: boolean): Promise<undefined> {
  const { openPostgres } = await import('./postgres.ts')
  const db = await openPostgres(config)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from information_schema.tables where table_schema = current_schema() and table_name = 'schema_migrations'`.execute(
    db.read,
  )
  await db.close()
  if (Number(rows[0]?.total) > 0 && !force)
    throw new StartError('The database holds a Galley already; stop the service, then add --force to replace it.')
  await runClientProgram(
    'pg_restore',
    [
      '--clean',
      '--if-exists',
      '--single-transaction',
      '--no-owner',
      `--dbname=${connectionEnvironment(config.databaseUrl).PGDATABASE ?? ''}`,
      file,
    ],
    config.databaseUrl,
  )
}
