// Opens the database that the settings name. An engine is loaded only where it is used.

import type { Db, DbConfig } from './db.ts'

export async function openDb(config: DbConfig): Promise<Db> {
  if (config.databaseUrl === '') return (await import('./sqlite/sqlite.ts')).openSqlite(config)
  return (await import('./postgres/postgres.ts')).openPostgres(config)
}
