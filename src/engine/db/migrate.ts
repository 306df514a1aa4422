// Brings a database to this program's schema: numbered, named, forward-only. A migration is one transaction, or one and then
// batches, each of which notes in its own transaction how far it came: one that was cut off goes on there.
// Two nodes starting at once: the lock lets them take steps one after another, and each step is taken once.

import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Migration, MigrationSteps } from './migration.ts'
import { findApplied, lacks, MIGRATION_FILES, nameOf, refuseNewer, UNDER_WAY } from './schema.ts'
import type { Tx } from './tx.ts'

/** MIGRATIONS are the files of their folder, in the order of their numbers. */
export const MIGRATIONS: Migration[] = await Promise.all(
  MIGRATION_FILES.map(async (file) => {
    const steps: { default: MigrationSteps } = await import(`./migrations/${file}`)
    return { name: nameOf(file), ...steps.default }
  }),
)

/** How many rows are moved together: a commit costs some milliseconds, and what is cut off is done again. */
const AT_ONCE = 50

type MigrationWatch = {
  onApplied?: (name: string) => void
  /** onProgress: how many rows of how many the batches of a migration have moved. */
  onProgress?: (done: number, total: number) => void
}

/** migrate returns the names of what it applied; it refuses a database that a newer program has migrated. */
export async function migrate(
  db: Db,
  migrations = MIGRATIONS,
  { onApplied = () => {}, onProgress = () => {} }: MigrationWatch = {},
): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    // A large table takes its time, and so does waiting for the node that migrates.
    const step = await db.inTransaction((tx) => takeStep(db, tx, migrations), { patient: true })
    if (step === undefined) return applied
    if (step.progress) onProgress(step.progress.done, step.progress.total)
    if (!step.isLast) continue
    applied.push(step.name)
    onApplied(step.name)
  }
}

const namesOf = (migrations: Migration[]): string[] => migrations.map(({ name }) => name)

/** findMissing lists what `migrate` would apply. */
export async function findMissing(db: Db): Promise<Migration[]> {
  const applied = await findApplied(db.read)
  refuseNewer(applied, namesOf(MIGRATIONS))
  return MIGRATIONS.filter(({ name }) => lacks(applied, name))
}

type MigrationStep = { name: string; isLast: boolean; progress?: { done: number; total: number } }

/**
 * takeStep begins the first missing migration, or goes on with the one that was begun. Several nodes may take steps of one
 * migration by turns: each finds in its transaction how far the last one came.
 */
async function takeStep(db: Db, tx: Tx, migrations: Migration[]): Promise<MigrationStep | undefined> {
  await db.dialect.lock(tx, 'migrate')
  await sql`create table if not exists schema_migrations (
    name text not null primary key, applied_at bigint not null, phase text not null default 'contract')`.execute(tx)
  const applied = await findApplied(tx)
  refuseNewer(applied, namesOf(migrations))
  const next = migrations.find(({ name }) => lacks(applied, name))
  if (next === undefined) return undefined
  return applied.has(next.name) ? goOn(db, tx, next) : begin(db, tx, next)
}

async function begin(db: Db, tx: Tx, { name, phase = 'expand', ...next }: Migration): Promise<MigrationStep> {
  for (const statement of next.statements(db.dialect)) await sql.raw(statement).execute(tx)
  await next.fill?.(tx, db.catalog)
  const noted = { name, applied_at: db.clock.now(), phase: next.batches ? UNDER_WAY : phase } as const
  await tx.insertInto('schema_migrations').values(noted).execute()
  if (!next.batches) return { name, isLast: true }
  await sql`create table migration_progress (name text not null primary key, part integer not null,
    last_id bigint not null, done bigint not null, total bigint not null)`.execute(tx)
  const { rows } = await sql<{ total: number }>`
    select ${sql.join(
      next.batches.map(({ from }) => sql`(select count(*) from ${sql.raw(from)} as counted)`),
      sql` + `,
    )} as total`.execute(tx)
  const progress = { done: 0, total: Number(rows[0]!.total) }
  await tx
    .insertInto('migration_progress')
    .values({ name, part: 0, last_id: 0, ...progress })
    .execute()
  return { name, isLast: false, progress }
}

async function goOn(
  db: Db,
  tx: Tx,
  { name, phase = 'expand', batches = [], finish }: Migration,
): Promise<MigrationStep> {
  const { part, last_id, done, total } = await tx.selectFrom('migration_progress').selectAll().executeTakeFirstOrThrow()
  const current = batches[part]
  if (current === undefined) {
    await finish?.(tx)
    await sql`drop table migration_progress`.execute(tx)
    await tx
      .updateTable('schema_migrations')
      .set({ phase, applied_at: db.clock.now() })
      .where('name', '=', name)
      .execute()
    return { name, isLast: true, progress: { done, total } }
  }
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(current.from)} as listed
    where id > ${last_id} order by id limit ${sql.lit(AT_ONCE)}`.execute(tx)
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length > 0) await current.move(tx, ids)
  const progress = { done: Number(done) + ids.length, total: Number(total) }
  const at = ids.length > 0 ? { last_id: ids.at(-1)! } : { part: part + 1, last_id: 0 }
  const { begin } = batches[at.part ?? part] ?? {}
  if (ids.length === 0 && begin) await sql.raw(begin).execute(tx)
  await tx
    .updateTable('migration_progress')
    .set({ ...at, done: progress.done })
    .execute()
  return { name, isLast: false, progress }
}
