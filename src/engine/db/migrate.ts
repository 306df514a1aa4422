// Brings a database to this program's schema: numbered, named, forward-only, each migration one transaction.
// Two nodes starting at once: the lock lets one migrate, the other finds nothing left to do.

import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '#errors.ts'
import type { Db } from './db.ts'
import type { Migration, MigrationPhase, MigrationSteps } from './migration.ts'
import type { Query, Tx } from './tx.ts'

/** MIGRATIONS are the files of their folder, in the order of their numbers. */
export const MIGRATIONS: Migration[] = await Promise.all(
  readdirSync(join(import.meta.dirname, 'migrations'))
    .sort()
    .map(async (file) => {
      const steps: { default: MigrationSteps } = await import(`./migrations/${file}`)
      return { name: parse(file).name, ...steps.default }
    }),
)

/** Since this one, the database tells the phase of each. */
const TELLS_PHASES = '0042_phases'

/** migrate returns the names of what it applied; it refuses a database that a newer program has migrated. */
export async function migrate(
  db: Db,
  migrations = MIGRATIONS,
  onApplied: (name: string) => void = () => {},
): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const name = await applyNext(db, migrations)
    if (name === undefined) return applied
    applied.push(name)
    onApplied(name)
  }
}

/** requireCurrentSchema is for programs that must not migrate under a service that runs: they refuse to start instead. */
export async function requireCurrentSchema(db: Db): Promise<void> {
  const done = await findDone(db.read)
  refuseNewer(done, MIGRATIONS)
  if (MIGRATIONS.some(({ name }) => !done.has(name)))
    throw new StartError("The database lacks this version's schema; run galley migrate, or start the service.")
}

/** findMissing lists what `migrate` would apply. */
export async function findMissing(db: Db): Promise<Migration[]> {
  const done = await findDone(db.read)
  refuseNewer(done, MIGRATIONS)
  return MIGRATIONS.filter(({ name }) => !done.has(name))
}

/** findNextMigration returns the first migration that a database already in use lacks. */
export async function findNextMigration(db: Db): Promise<string | undefined> {
  const done = await findDone(db.read)
  return done.size === 0 ? undefined : MIGRATIONS.find(({ name }) => !done.has(name))?.name
}

type AppliedMigrations = ReadonlyMap<string, MigrationPhase>

/** findDone reads all columns: databases from before 0042 do not tell a phase, and then it is the careful one. */
async function findDone(query: Query): Promise<AppliedMigrations> {
  const rows = await query
    .selectFrom('schema_migrations')
    .selectAll()
    .execute()
    .catch(() => [])
  return new Map(rows.map(({ name, phase }) => [name, phase ?? 'contract']))
}

/** refuseNewer lets a program start on what a newer one has only added to: nodes are updated one after another. */
function refuseNewer(done: AppliedMigrations, migrations: Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = [...done.keys()].filter((name) => !known.has(name) && done.get(name) !== 'expand').sort()
  if (newer.length > 0) {
    throw new StartError(
      `The database was migrated by a newer Galley (${newer.join(', ')}); start that version, or restore a backup (SQLite: backups/before-${newer[0]}.backup in the data folder).`,
    )
  }
}

/** applyNext applies the first missing migration in a transaction of its own, so a crash leaves whole migrations only. */
async function applyNext(db: Db, migrations: Migration[]): Promise<string | undefined> {
  const apply = async (tx: Tx) => {
    await db.dialect.lock(tx, 'migrate')
    await sql`create table if not exists schema_migrations (name text not null primary key, applied_at bigint not null)`.execute(
      tx,
    )
    const done = await findDone(tx)
    refuseNewer(done, migrations)
    const next = migrations.find((migration) => !done.has(migration.name))
    if (!next) return undefined
    for (const statement of next.statements(db.dialect)) await sql.raw(statement).execute(tx)
    await next.fill?.(tx)
    const applied = { name: next.name, applied_at: db.clock.now() }
    const tellsPhase = done.has(TELLS_PHASES) || next.name === TELLS_PHASES
    await tx
      .insertInto('schema_migrations')
      .values(tellsPhase ? { ...applied, phase: next.phase ?? 'expand' } : applied)
      .execute()
    return next.name
  }
  // A large table takes its time, and so does waiting for the node that migrates.
  return db.inTransaction(apply, { patient: true })
}
