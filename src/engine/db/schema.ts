// Which migrations a database has, by their names alone: whoever only asks loads none of them. What they do is migrate.ts.

import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { StartError } from '#errors.ts'
import type { Db } from './db.ts'
import type { MigrationPhase } from './migration.ts'
import type { Query } from './tx.ts'

export const MIGRATION_FILES = readdirSync(join(import.meta.dirname, 'migrations')).sort()
export const nameOf = (file: string): string => parse(file).name
const NAMES = MIGRATION_FILES.map(nameOf)

/** requireCurrentSchema is for programs that must not migrate under a service that runs: they refuse to start instead. */
export async function requireCurrentSchema(db: Db): Promise<void> {
  const done = await findDone(db.read)
  refuseNewer(done, NAMES)
  if (NAMES.some((name) => !done.has(name)))
    throw new StartError("The database lacks this version's schema; run galley migrate, or start the service.")
}

/** findNextMigration returns the first migration that the database lacks, and whether it is in use already. */
export async function findNextMigration(db: Db): Promise<{ name: string; isInUse: boolean } | undefined> {
  const done = await findDone(db.read)
  refuseNewer(done, NAMES)
  const name = NAMES.find((name) => !done.has(name))
  return name === undefined ? undefined : { name, isInUse: done.size > 0 }
}

type AppliedMigrations = ReadonlyMap<string, MigrationPhase>

/** findDone reads all columns: databases from before 0042 do not tell a phase, and then it is the careful one. */
export async function findDone(query: Query): Promise<AppliedMigrations> {
  const rows = await query
    .selectFrom('schema_migrations')
    .selectAll()
    .execute()
    .catch(() => [])
  return new Map(rows.map(({ name, phase }) => [name, phase ?? 'contract']))
}

/** refuseNewer lets a program start on what a newer one has only added to: nodes are updated one after another. */
export function refuseNewer(done: AppliedMigrations, names: readonly string[]): void {
  const known = new Set(names)
  const newer = [...done.keys()].filter((name) => !known.has(name) && done.get(name) !== 'expand').sort()
  if (newer.length > 0) {
    throw new StartError(
      `The database was migrated by a newer Galley (${newer.join(', ')}); start that version, or restore a backup (SQLite: backups/before-${newer[0]}.backup in the data folder).`,
    )
  }
}
