// The migrations applied to a database, by name, and whether a move into it is unfinished; loads no migration.
// them. What they do is migrate.ts.

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
  const applied = await findApplied(db.read)
  refuseNewer(applied, NAMES)
  if (NAMES.some((name) => !applied.has(name)))
    throw new StartError("The database lacks this version's schema; run galley migrate, or start the service.")
}

/** isMoveUnfinished goes by the table in which a move notes how far it came (backup/move.ts). Faults are for what reads next. */
export const isMoveUnfinished = (db: Pick<Db, 'catalog' | 'read'>): Promise<boolean> =>
  db.catalog.tables(db.read).then(
    (tables) => tables.some(({ name }) => name === 'move_progress'),
    () => false,
  )

type NextMigration = { name: string; isInUse: boolean }

/** findNextMigration returns the first migration that the database lacks, and whether the database is in use. */
export async function findNextMigration(db: Db): Promise<NextMigration | undefined> {
  const applied = await findApplied(db.read)
  refuseNewer(applied, NAMES)
  const name = NAMES.find((name) => !applied.has(name))
  return name === undefined ? undefined : { name, isInUse: applied.size > 0 }
}

type AppliedMigrations = ReadonlyMap<string, MigrationPhase>
type AppliedRow = { name: string; phase?: MigrationPhase }

/** findApplied reads all columns: a database that is too old has fewer, and gets a sentence instead of an error. */
export async function findApplied(query: Query): Promise<AppliedMigrations> {
  const rows = await query
    .selectFrom('schema_migrations')
    .selectAll()
    .execute()
    .catch(() => [])
  return readApplied(rows)
}

/** The migrations of 1.0.0 have gone: the baseline is what they ended in. */
const LAST_REPLACED = '0079_unproven_accounts'
const BASELINE = NAMES[0]!
/** The last commit that has them all, and no more. */
const LAST_COMMIT = 'c3ad93c7'

/** readApplied counts a database that has applied all that the baseline replaced as one that began with it. */
export function readApplied(rows: AppliedRow[]): AppliedMigrations {
  const applied = new Map(rows.map(({ name, phase }) => [name, phase ?? 'contract']))
  if (applied.has(LAST_REPLACED)) applied.set(BASELINE, 'expand')
  const newest = [...applied.keys()].sort().at(-1)
  if (newest !== undefined && !applied.has(BASELINE))
    throw new StartError(
      `The database is too old for this version (${newest}); start Galley once at commit ${LAST_COMMIT} (git checkout ${LAST_COMMIT} && npm start), then this version again. Nothing has changed.`,
    )
  for (const name of applied.keys()) if (name < BASELINE || name === LAST_REPLACED) applied.delete(name)
  return applied
}

/** refuseNewer lets a program start on what a newer one has only added to: nodes are updated one after another. */
export function refuseNewer(applied: AppliedMigrations, names: readonly string[]): void {
  const ours = new Set(names)
  const newer = [...applied.keys()].filter((name) => !ours.has(name) && applied.get(name) !== 'expand').sort()
  if (newer.length > 0) {
    throw new StartError(
      `The database was migrated by a newer Galley (${newer.join(', ')}); start that version, or restore a backup (SQLite: backups/before-${newer[0]}.backup in the data folder).`,
    )
  }
}
