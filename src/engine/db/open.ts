// Opens the database that the settings name. An engine is loaded only where it is used.

import type { Db, DbConfig } from './db.ts'
import type { Turns } from './turns.ts'

/** openDb is given `turns` where another thread of this process writes to the same SQLite file. */
export async function openDb(config: DbConfig, turns?: Turns): Promise<Db> {
  if (config.databaseUrl === '') return (await import('./sqlite/sqlite.ts')).openSqlite(config, turns)
  return (await import('./postgres/postgres.ts')).openPostgres(config)
}
