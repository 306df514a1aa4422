// Fills a database of the schema before revisions straight through its tables, as many documents as wanted: with history,
// working copies, schedules and a trash. Everything follows from a document's number, so two fillings are equal, and so must be
// what two upgrades make of them.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { batchesOf } from '../../src/engine/db/batches.ts'
import type { Db, Tx } from '../../src/engine/db/db.ts'
import { MIGRATIONS, migrate } from '../../src/engine/db/migrate.ts'
import { MINUTE } from '../../src/time.ts'
import { until } from '../until.ts'

const AT = 1_700_000_000_000
const SOON = 4_000_000_000_000

type OldSite = { documents: number; revisions: number; words: number }

export async function fillOldSite(db: Db, { documents, revisions, words }: OldSite): Promise<void> {
  await migrate(db, MIGRATIONS.slice(0, 1))
  const numbers = Array.from({ length: documents }, (_, index) => index + 1)
  await db.inTransaction((tx) =>
    insert(tx, 'users', [
      { id: 1, email: 'ada@example.com', role: 'admin', proven_by: 'command', created_at: AT, updated_at: AT },
    ]),
  )
  for (const some of batchesOf(numbers, 200)) {
    const rows = Object.entries(rowsOf(some, revisions, words))
    const write = async (tx: Tx) => {
      for (const [table, record] of rows) await insert(tx, table, record)
    }
    // The server must not end a transaction because this machine has no time for us.
    await db.inTransaction(write, { patient: true })
  }
  await db.inTransaction(async (tx) => {
    await db.catalog.setLastId(tx, 'documents', documents + 7)
    await db.catalog.setLastId(tx, 'revisions', idOf(documents, 99))
  })
}

/** rowsOf are those of each table, in an order in which they can be inserted. */
function rowsOf(ids: number[], revisions: number, words: number): Record<string, object[]> {
  const [trashed, living] = [ids.filter(isTrashed), ids.filter((id) => !isTrashed(id))]
  const last = (id: number) => historyRow(id, versionOf(id, revisions), words)
  return {
    documents: living.map((id) => documentOf(id, revisions)),
    blocks: living.map((id) => contentOf(id, revisions, words)),
    revisions: living.flatMap((id) => historyOf(id, revisions, words)),
    working_copies: living.filter(hasCopy).map((id) => copyOf(id, revisions, words)),
    trash: trashed.map((id) => trashOf(id, revisions, words)),
    trash_revisions: trashed.flatMap((id) => [...historyOf(id, revisions, words), last(id)]),
  }
}

/** insert writes to tables as they were: their columns are not those of the program any more. */
async function insert(tx: Tx, table: string, rows: object[]): Promise<void> {
  for (const some of batchesOf(rows, 100))
    await tx
      .insertInto(table as never)
      .values(some as never)
      .execute()
}

const isTrashed = (id: number): boolean => id % 16 === 5
const hasCopy = (id: number): boolean => id % 8 === 3
const versionOf = (id: number, revisions: number): number => (id % (revisions + 1)) + 1
const idOf = (document: number, version: number): number => document * 100 + version

function blocksOf(id: number, version: number | string, words: number): string {
  const text = Array.from({ length: words }, (_, nth) => `word${(id * 31 + nth * 7) % 1000}`).join(' ')
  return JSON.stringify([{ id: `b${id}`, type: 'paragraph', content: [{ text: `Text ${id}.${version} ü ${text}` }] }])
}

const documentOf = (id: number, revisions: number) => ({
  id,
  slug: `d-${id}`,
  title: `Document ${id} ü`,
  title_key: `document ${id}`,
  summary: id % 2 ? `Summary ${id}` : null,
  tags: `["t${id % 5}"]`,
  bucket: 'approved',
  has_content: 1,
  // Every fourth copy was begun before a change of tags alone, which has no revision.
  version: versionOf(id, revisions) + (id % 32 === 3 ? 1 : 0),
  author_id: 1,
  created_at: AT,
  updated_at: AT + id,
  published_at: AT,
})

const contentOf = (id: number, revisions: number, words: number) => ({
  document_id: id,
  version: versionOf(id, revisions),
  author_id: 1,
  saved_at: AT + 50,
  text: `Text ${id}`,
  blocks: blocksOf(id, versionOf(id, revisions), words),
  html: `<p>Text ${id}</p>`,
})

const historyRow = (document_id: number, version: number, words: number) => ({
  id: idOf(document_id, version),
  document_id,
  version,
  title: `Document ${document_id} at ${version}`,
  summary: null,
  blocks: blocksOf(document_id, version, words),
  origin: 'hand',
  author_id: 1,
  created_at: AT + version,
})
const historyOf = (id: number, revisions: number, words: number) =>
  Array.from({ length: versionOf(id, revisions) - 1 }, (_, index) => historyRow(id, index + 1, words))

const copyOf = (id: number, revisions: number, words: number) => ({
  document_id: id,
  title: `Copy of ${id}`,
  tags: '["copied"]',
  blocks: blocksOf(id, 'copy', words),
  base_version: versionOf(id, revisions),
  base_tags: id % 32 === 3 ? '["before"]' : `["t${id % 5}"]`,
  author_id: 1,
  created_at: AT + 60,
  updated_at: AT + 70,
  scheduled_at: id % 24 === 3 ? SOON + id : null,
  scheduled_by: id % 24 === 3 ? 1 : null,
})

const trashOf = (id: number, revisions: number, words: number) => ({
  document_id: id,
  slug: `d-${id}`,
  title: `Document ${id} ü`,
  category_id: id % 32 === 5 ? 4_711 : null,
  tags: '["gone"]',
  visibility: 'public',
  access: JSON.stringify({ roles: ['editor'], users: [1] }),
  blocks: blocksOf(id, versionOf(id, revisions), words),
  author_id: 1,
  created_at: AT,
  deleted_by: 1,
  deleted_at: AT + 1_000 + id,
  version: versionOf(id, revisions),
  former_slugs: JSON.stringify([{ slug: `was-${id}`, since: AT }]),
  published_at: AT,
  working_copy:
    id % 48 === 5
      ? JSON.stringify({
          version: 2,
          title: `Copy of ${id}`,
          summary: null,
          tags: '[]',
          blocks: blocksOf(id, 'copy', words),
          created_at: AT,
          updated_at: AT + 5,
          base: null,
        })
      : null,
})

/** CONTENTS are all that an upgrade writes, without the ids that it gives out: those of a batch that was cut off are lost. */
const CONTENTS = [
  `select revisions.document_id, revisions.version, revisions.since, revisions.base_version, revisions.title, revisions.summary,
    revisions.tags, revisions.lang, revisions.origin, revisions.author_id, revisions.reason, revisions.created_at,
    revisions.published_by, revisions.published_at, revisions.evidence, revisions.blocks, parent.version as parent
  from revisions left join revisions as parent on parent.id = revisions.parent_id and parent.document_id = revisions.document_id
  order by revisions.document_id, coalesce(revisions.version, 1000000)`,
  `select heads.document_id, saved_since, published.version, saved.title from heads
  join revisions as published on published.id = published_id left join revisions as saved on saved.id = saved_id
  order by heads.document_id`,
  'select * from texts order by document_id',
  `select document_rows.id, slug, version, draft_version, tags, visibility, audience, category_id, scheduled_at, scheduled_by,
    updated_at, deleted_at, deleted_by
  from document_rows left join deletions on deletions.id = deletion_id order by document_rows.id`,
  'select * from document_access order by document_id, role, user_id',
  'select * from former_slugs order by slug',
]

/** sumOfSite is a checksum over what an upgraded site says. */
export async function sumOfSite(db: Db): Promise<string> {
  const hash = createHash('sha256')
  for (const query of CONTENTS)
    for (const row of (await sql.raw<object>(query).execute(db.read)).rows) hash.update(JSON.stringify(row))
  return hash.digest('hex')
}

type UpgradeEnd = { code: number | null; complaint: string }

/** startUpgrade is `galley migrate`; `says` resolves when it has said how far it is so many times. */
export function startUpgrade(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.ts', 'migrate'], {
    env: { ...process.env, GALLEY_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [errors, applied] = ['', '']
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stdout.on('data', (chunk) => {
    applied += chunk
  })
  const ended = new Promise<UpgradeEnd>((resolve) =>
    child.on('close', (code) => resolve({ code, complaint: code === 0 ? '' : errors })),
  )
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const says = (times: number) =>
    until('the upgrade goes on', () => errors.split('Moving').length > times || hasEnded(), 5 * MINUTE)
  return { child, ended, says, applied: () => applied.split('\n').filter((line) => line.startsWith('applied ')) }
}
