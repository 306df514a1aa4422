// Restoring: what a SQLite backup must look like, which files a database is made of, and handing PostgreSQL's to pg_restore.

import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { StartError } from '../../errors.ts'
import { runClientProgram } from './postgres-programs.ts'

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

export async function restorePostgres(
  config: { databaseUrl: string; poolSize: number },
  file: string,
  force: boolean,
): Promise<void> {
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
      `--dbname=${new URL(config.databaseUrl).pathname.slice(1)}`,
      file,
    ],
    config.databaseUrl,
  )
}
