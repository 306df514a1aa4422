// Brings a database to this program's schema: numbered, named, forward-only, each migration one transaction.
// Two nodes starting at once: the lock lets one migrate, the other finds nothing left to do.

import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Migration, MigrationSteps } from './migration.ts'
import { findDone, MIGRATION_FILES, nameOf, refuseNewer } from './schema.ts'
import type { Tx } from './tx.ts'

/** MIGRATIONS are the files of their folder, in the order of their numbers. */
export const MIGRATIONS: Migration[] = await Promise.all(
  MIGRATION_FILES.map(async (file) => {
    const steps: { default: MigrationSteps } = await import(`./migrations/${file}`)
    return { name: nameOf(file), ...steps.default }
  }),
)

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

const namesOf = (migrations: Migration[]): string[] => migrations.map(({ name }) => name)

/** findMissing lists what `migrate` would apply. */
export async function findMissing(db: Db): Promise<Migration[]> {
  const done = await findDone(db.read)
  refuseNewer(done, namesOf(MIGRATIONS))
  return MIGRATIONS.filter(({ name }) => !done.has(name))
}

/** applyNext applies the first missing migration in a transaction of its own, so a crash leaves whole migrations only. */
async function applyNext(db: Db, migrations: Migration[]): Promise<string | undefined> {
  const apply = async (tx: Tx) => {
    await db.dialect.lock(tx, 'migrate')
    await sql`create table if not exists schema_migrations (
      name text not null primary key, applied_at bigint not null, phase text not null default 'contract')`.execute(tx)
    const done = await findDone(tx)
    refuseNewer(done, namesOf(migrations))
    const next = migrations.find((migration) => !done.has(migration.name))
    if (!next) return undefined
    for (const statement of next.statements(db.dialect)) await sql.raw(statement).execute(tx)
    await next.fill?.(tx, db.catalog)
    const applied = { name: next.name, applied_at: db.clock.now(), phase: next.phase ?? 'expand' }
    await tx.insertInto('schema_migrations').values(applied).execute()
    return next.name
  }
  // A large table takes its time, and so does waiting for the node that migrates.
  return db.inTransaction(apply, { patient: true })
}
