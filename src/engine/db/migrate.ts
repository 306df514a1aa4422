// Migrates a database to this program's schema: numbered, named, forward-only. Each migration is one transaction, so an
// interrupted one has no effect. If two nodes start at once, a lock makes each migration run once.

import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Migration, MigrationSteps } from './migration.ts'
import { findApplied, MIGRATION_FILES, nameOf, refuseNewer } from './schema.ts'
import { dropTriggers, makeTriggers } from './triggers.ts'
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
    // Large tables take long, and so does waiting for another node's migration.
    const name = await db.inTransaction((tx) => applyNext(db, tx, migrations), { patient: true })
    if (name === undefined) return applied
    applied.push(name)
    onApplied(name)
  }
}

const namesOf = (migrations: Migration[]): string[] => migrations.map(({ name }) => name)

/** findMissing lists what `migrate` would apply. */
export async function findMissing(db: Db): Promise<Migration[]> {
  const applied = await findApplied(db.read)
  refuseNewer(applied, namesOf(MIGRATIONS))
  return MIGRATIONS.filter(({ name }) => !applied.has(name))
}

async function applyNext(db: Db, tx: Tx, migrations: Migration[]): Promise<string | undefined> {
  await db.dialect.lock(tx, 'migrate')
  await sql`create table if not exists schema_migrations (
    name text not null primary key, applied_at bigint not null, phase text not null default 'contract')`.execute(tx)
  const applied = await findApplied(tx)
  refuseNewer(applied, namesOf(migrations))
  const next = migrations.find(({ name }) => !applied.has(name))
  if (next === undefined) return undefined
  const { name, phase = 'expand', statements } = next
  await dropTriggers(db.dialect, tx)
  for (const statement of statements(db.dialect)) await sql.raw(statement).execute(tx)
  if (MIGRATIONS.every((one) => one.name === name || applied.has(one.name))) await makeTriggers(db.dialect, tx)
  await tx.insertInto('schema_migrations').values({ name, applied_at: db.clock.now(), phase }).execute()
  return name
}
