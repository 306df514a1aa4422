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

/** Which migrations are done, and their phase. */
type AppliedMigrations = ReadonlyMap<string, MigrationPhase>
type AppliedRow = { name: string; phase?: MigrationPhase | null }

/** findDone reads all columns: those of a database that is too old are not known, and it gets a sentence instead of an error. */
export async function findDone(query: Query): Promise<AppliedMigrations> {
  const rows = await query
    .selectFrom('schema_migrations')
    .selectAll()
    .execute()
    .catch(() => [])
  return readApplied(rows)
}

/** The migrations up to this one have gone: the baseline is what they ended in. */
const LAST_REPLACED = '0057_webhook_pause_reason'
const BASELINE = NAMES[0]!
/** The last commit that has them all, and no more. */
const LAST_COMMIT = '0fcc53ab'

/** readApplied counts a database that has applied all that the baseline replaced as one that began with it. */
export function readApplied(rows: AppliedRow[]): AppliedMigrations {
  const done = new Map(rows.map(({ name, phase }) => [name, phase ?? 'contract']))
  if (done.has(LAST_REPLACED)) done.set(BASELINE, 'expand')
  const newest = [...done.keys()].sort().at(-1)
  if (newest !== undefined && !done.has(BASELINE))
    throw new StartError(
      `The database is too old for this version (${newest}); start Galley once at commit ${LAST_COMMIT} (git checkout ${LAST_COMMIT} && npm start), then this version again. Nothing has changed.`,
    )
  for (const name of done.keys()) if (name < BASELINE || name === LAST_REPLACED) done.delete(name)
  return done
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
