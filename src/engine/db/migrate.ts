// Brings a database to this program's schema: numbered, named, forward-only, each migration one transaction.
// Two nodes starting at once: the lock lets one migrate, the other finds nothing left to do.

import { sql } from 'kysely'
import { StartError } from '#errors.ts'
import type { Db } from './db.ts'
import type { Migration, MigrationPhase } from './migration.ts'
import { accounts } from './migrations/0001_accounts.ts'
import { categories } from './migrations/0002_categories.ts'
import { documents } from './migrations/0003_documents.ts'
import { pipeline } from './migrations/0004_pipeline.ts'
import { processes } from './migrations/0005_processes.ts'
import { service } from './migrations/0006_service.ts'
import { search } from './migrations/0007_search.ts'
import { content } from './migrations/0008_content.ts'
import { searchHeads } from './migrations/0009_search_heads.ts'
import { nameKeys } from './migrations/0010_name_keys.ts'
import { trash } from './migrations/0011_trash.ts'
import { pictures } from './migrations/0012_pictures.ts'
import { trashHistory } from './migrations/0013_trash_history.ts'
import { formerSlugs } from './migrations/0014_former_slugs.ts'
import { proof } from './migrations/0015_proof.ts'
import { sessionProof } from './migrations/0016_session_proof.ts'
import { browsers } from './migrations/0017_browsers.ts'
import { changes } from './migrations/0018_changes.ts'
import { instructions } from './migrations/0019_instructions.ts'
import { auditAddress } from './migrations/0020_audit_address.ts'
import { published } from './migrations/0021_published.ts'
import { searchSections } from './migrations/0022_search_sections.ts'
import { redirects } from './migrations/0023_redirects.ts'
import { factors } from './migrations/0024_factors.ts'
import { identities } from './migrations/0025_identities.ts'
import { modelDrafts } from './migrations/0026_model_drafts.ts'
import { frontMatter } from './migrations/0027_front_matter.ts'
import { leaving } from './migrations/0028_leaving.ts'
import { auditSink } from './migrations/0029_audit_sink.ts'
import { missedSearches } from './migrations/0030_missed_searches.ts'
import { lang } from './migrations/0031_lang.ts'
import { nfcSlugs } from './migrations/0032_nfc_slugs.ts'
import { evidence } from './migrations/0033_evidence.ts'
import { uploads } from './migrations/0034_uploads.ts'
import { reviewAfter } from './migrations/0035_review_after.ts'
import { idempotencyKeys } from './migrations/0036_idempotency_keys.ts'
import { searchReach } from './migrations/0037_search_reach.ts'
import { clockSkew } from './migrations/0038_clock_skew.ts'
import { workingCopies } from './migrations/0039_working_copies.ts'
import { evidenceChecked } from './migrations/0040_evidence_checked.ts'
import { webhooks } from './migrations/0041_webhooks.ts'
import { phases } from './migrations/0042_phases.ts'
import { logRequests } from './migrations/0043_log_requests.ts'
import { auditTime } from './migrations/0044_audit_time.ts'
import { brand } from './migrations/0045_brand.ts'
import { listOrders } from './migrations/0046_list_orders.ts'
import { unpublished } from './migrations/0047_unpublished.ts'
import { darkLogo } from './migrations/0048_dark_logo.ts'
import { sourceFile } from './migrations/0049_source_file.ts'
import { folderFile } from './migrations/0050_folder_file.ts'
import type { Query, Tx } from './tx.ts'

export const MIGRATIONS: Migration[] = [
  accounts,
  categories,
  documents,
  pipeline,
  processes,
  service,
  search,
  content,
  searchHeads,
  nameKeys,
  trash,
  pictures,
  trashHistory,
  formerSlugs,
  proof,
  sessionProof,
  browsers,
  changes,
  instructions,
  auditAddress,
  published,
  searchSections,
  redirects,
  factors,
  identities,
  modelDrafts,
  frontMatter,
  leaving,
  auditSink,
  missedSearches,
  lang,
  nfcSlugs,
  evidence,
  uploads,
  reviewAfter,
  idempotencyKeys,
  searchReach,
  clockSkew,
  workingCopies,
  evidenceChecked,
  webhooks,
  phases,
  logRequests,
  auditTime,
  brand,
  listOrders,
  unpublished,
  darkLogo,
  sourceFile,
  folderFile,
]

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
    const tellsPhase = done.has(phases.name) || next === phases
    await tx
      .insertInto('schema_migrations')
      .values(tellsPhase ? { ...applied, phase: next.phase ?? 'expand' } : applied)
      .execute()
    return next.name
  }
  // A large table takes its time, and so does waiting for the node that migrates.
  return db.inTransaction(apply, { patient: true })
}
