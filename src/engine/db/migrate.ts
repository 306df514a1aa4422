// Brings a database to this program's schema: numbered, named, forward-only, each migration one transaction.
// Two nodes starting at once: the lock lets one migrate, the other finds nothing left to do.

import { sql } from 'kysely'
import { StartError } from '#errors.ts'
import type { Db } from './db.ts'
import type { Migration } from './migration.ts'
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
import type { Tx } from './tx.ts'

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
  const done = await findDone(db)
  refuseNewer(done, MIGRATIONS)
  if (MIGRATIONS.some(({ name }) => !done.has(name)))
    throw new StartError("The database lacks this version's schema; run galley migrate, or start the service.")
}

/** findNextMigration returns the first migration that a database already in use lacks. */
export async function findNextMigration(db: Db): Promise<string | undefined> {
  const done = await findDone(db)
  return done.size === 0 ? undefined : MIGRATIONS.find(({ name }) => !done.has(name))?.name
}

async function findDone(db: Db): Promise<Set<string>> {
  const rows = await db.read
    .selectFrom('schema_migrations')
    .select('name')
    .execute()
    .catch(() => [])
  return new Set(rows.map((row) => row.name))
}

function refuseNewer(done: Set<string>, migrations: Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = [...done].filter((name) => !known.has(name)).sort()
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
    const done = new Set((await tx.selectFrom('schema_migrations').select('name').execute()).map((row) => row.name))
    refuseNewer(done, migrations)
    const next = migrations.find((migration) => !done.has(migration.name))
    if (!next) return undefined
    for (const statement of next.statements(db.dialect)) await sql.raw(statement).execute(tx)
    await next.fill?.(tx)
    await tx.insertInto('schema_migrations').values({ name: next.name, applied_at: db.clock.now() }).execute()
    return next.name
  }
  // A large table takes its time, and so does waiting for the node that migrates.
  return db.inTransaction(apply, { patient: true })
}
