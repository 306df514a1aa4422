// Queries over evidence: of a document, of all blocks that quote a document, and findings of checks.
//
// Lock order, after that of documents/writing/write.ts: documents (by id), then rows of evidence_sources (by id). A save
// locks its own document's rows and those that quote it; two documents may quote each other.

import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { prepared } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'

export type EvidenceRow = Selectable<Tables['evidence']>
export type SourceRow = Selectable<Tables['evidence_sources']>
export type NewSource = Insertable<Tables['evidence_sources']>

type Locks = Pick<Dialect, 'forUpdate' | 'forShare'>
type Lists = Pick<Dialect, 'listed'>

const selectConcerned = prepared<{ own: number | null; quoted: number | null }, { id: number }>(
  (slot) => sql`select
    (select 1 from evidence where document_id = ${slot('id')} limit 1) as own,
    (select 1 from evidence_sources
      where source_id = ${slot('id')} and kind = 'document' and is_watched = 1 limit 1) as quoted`,
)

/** The one look-up that every save pays: does the document have evidence, is it quoted? */
export async function findConcerned(query: Query, id: number): Promise<{ own: boolean; quoted: boolean }> {
  const [found] = await selectConcerned(query, { id })
  return { own: found!.own !== null, quoted: found!.quoted !== null }
}

/** Locks the rows of a document and those that quote it, ordered by id. */
export async function holdSources(tx: Tx, { forUpdate }: Locks, documentId: number): Promise<SourceRow[]> {
  return tx
    .selectFrom('evidence_sources')
    .selectAll()
    .where((row) =>
      row.or([
        row('document_id', '=', documentId),
        row.and([row('source_id', '=', documentId), row('kind', '=', 'document'), row('is_watched', '=', 1)]),
      ]),
    )
    .orderBy('id')
    .modifyEnd(sql.raw(forUpdate))
    .execute()
}

export const listBlocks = (query: Query, documentId: number): Promise<EvidenceRow[]> =>
  query.selectFrom('evidence').selectAll().where('document_id', '=', documentId).orderBy('block_id').execute()

export const listSources = (query: Query, documentId: number): Promise<SourceRow[]> =>
  query.selectFrom('evidence_sources').selectAll().where('document_id', '=', documentId).orderBy('id').execute()

export async function insertBlocks(tx: Tx, rows: EvidenceRow[]): Promise<void> {
  for (const some of batchesOf(rows)) await tx.insertInto('evidence').values(some).execute()
}

/** Rows of one insert need the same columns: SQLite has no `default` keyword there. */
const NO_SOURCE = { version: null, url: null, is_public: 0, is_before: 0, missing: null, nearest: null } as const
const UP_TO_DATE = { reason: null, stale_since: null } as const

/** Older revisions and exports lack `is_watched`. */
export const isWatched = ({ is_watched, is_before }: Pick<NewSource, 'is_watched' | 'is_before'>): boolean =>
  is_watched === undefined ? is_before !== 1 : is_watched === 1

export async function insertSources(tx: Tx, given: NewSource[]): Promise<void> {
  const rows = given.map((row) => ({
    ...NO_SOURCE,
    ...UP_TO_DATE,
    ...row,
    is_watched: isWatched(row) ? (1 as const) : (0 as const),
  }))
  for (const some of batchesOf(rows)) await tx.insertInto('evidence_sources').values(some).execute()
}

export async function deleteBlocks(tx: Tx, documentId: number, blockIds: readonly string[]): Promise<void> {
  for (const some of batchesOf(blockIds))
    await tx.deleteFrom('evidence').where('document_id', '=', documentId).where('block_id', 'in', some).execute()
}

/** Sources follow (on update cascade). No new name is in use already. */
export async function renameBlocks(
  tx: Tx,
  { listed }: Lists,
  documentId: number,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  if (renamed.size === 0) return
  const rows = listed(
    [...renamed].map(([old, block_id]) => ({ old, block_id })),
    { old: 'text', block_id: 'text' },
  )
  await sql`update evidence set block_id = renamed.block_id
    from ${rows} as renamed where evidence.document_id = ${documentId} and evidence.block_id = renamed.old`.execute(tx)
}

/** For blocks that someone rewrote: their sources become former ones. */
export async function markRewritten(
  tx: Tx,
  documentId: number,
  blockIds: readonly string[],
  now: number,
): Promise<void> {
  for (const some of batchesOf(blockIds)) {
    await tx
      .updateTable('evidence')
      .set({ origin: 'human', approved_by: null, approved_at: null, checked_at: now })
      .where('document_id', '=', documentId)
      .where('block_id', 'in', some)
      .execute()
    await tx
      .updateTable('evidence_sources')
      .set({ is_before: 1 })
      .where('document_id', '=', documentId)
      .where('block_id', 'in', some)
      .execute()
  }
}

/** For sources whose quote is no longer in their block. */
export async function stopWatching(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of batchesOf(ids))
    await tx
      .updateTable('evidence_sources')
      .set({ is_watched: 0, reason: null, stale_since: null })
      .where('id', 'in', some)
      .execute()
}

export type QuoteFinding = Pick<SourceRow, 'id' | 'missing' | 'nearest' | 'reason' | 'stale_since'>

/** One statement: a popular source may be quoted by a thousand blocks. */
export async function writeFindings(tx: Tx, { listed }: Lists, findings: readonly QuoteFinding[]): Promise<void> {
  if (findings.length === 0) return
  const rows = listed(findings, {
    id: 'bigint',
    missing: 'text',
    nearest: 'text',
    reason: 'text',
    stale_since: 'bigint',
  })
  await sql`update evidence_sources set missing = found.missing, nearest = found.nearest, reason = found.reason,
      stale_since = found.stale_since
    from ${rows} as found where found.id = evidence_sources.id`.execute(tx)
}

/**
 * Locks a document about to change and those it will quote, ordered by id, so that a concurrent change of a source waits and
 * then finds the new rows.
 */
export async function holdDocuments(tx: Tx, locks: Locks, own: number, others: readonly number[]): Promise<void> {
  const ids = [...new Set([own, ...others])].sort((a, b) => a - b)
  const hold = async (some: readonly number[], held: string) => {
    for (const batch of batchesOf(some)) {
      const select = tx.selectFrom('documents').select('id').where('id', 'in', batch).orderBy('id')
      await select.modifyEnd(sql.raw(held)).execute()
    }
  }
  const at = ids.indexOf(own)
  await hold(ids.slice(0, at), locks.forShare)
  await hold([own], locks.forUpdate)
  await hold(ids.slice(at + 1), locks.forShare)
}

export const listTexts = (query: Query, ids: readonly number[]) =>
  query
    .selectFrom('documents')
    .innerJoin('texts', 'texts.document_id', 'documents.id')
    .select(['documents.id', 'documents.version', 'texts.text'])
    .where('documents.id', 'in', ids)
    .execute()

/** Sets who approved blocks, or when they were checked. */
export async function updateBlocks(
  tx: Tx,
  documentId: number,
  blockIds: readonly string[],
  change: Partial<Pick<EvidenceRow, 'approved_by' | 'approved_at' | 'checked_at'>>,
): Promise<void> {
  for (const some of batchesOf(blockIds))
    await tx
      .updateTable('evidence')
      .set(change)
      .where('document_id', '=', documentId)
      .where('block_id', 'in', some)
      .execute()
}

export const isReadable = async (query: Query, readable: Expression<SqlBool>, documentId: number): Promise<boolean> =>
  (await findReadableTitle(query, readable, documentId)) !== undefined

export const findReadableTitle = async (
  query: Query,
  readable: Expression<SqlBool>,
  documentId: number,
): Promise<string | undefined> =>
  (
    await query
      .selectFrom('documents')
      .select('documents.title')
      .where('documents.id', '=', documentId)
      .where(readable)
      .executeTakeFirst()
  )?.title

export const findBlocksJson = async (query: Query, documentId: number): Promise<string | undefined> =>
  (
    await query
      .selectFrom('documents')
      .innerJoin('revisions', 'revisions.id', 'documents.published_id')
      .select('revisions.blocks')
      .where('documents.id', '=', documentId)
      .executeTakeFirst()
  )?.blocks

export async function insertMissingBlock(tx: Tx, row: Omit<EvidenceRow, 'approved_by' | 'approved_at'>): Promise<void> {
  await tx
    .insertInto('evidence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['document_id', 'block_id']).doNothing())
    .execute()
}

export const countSources = async (query: Query, documentId: number, blockId: string): Promise<number> =>
  (
    await query
      .selectFrom('evidence_sources')
      .select('id')
      .where('document_id', '=', documentId)
      .where('block_id', '=', blockId)
      .where('is_before', '=', 0)
      .execute()
  ).length

export const deleteSource = (tx: Tx, documentId: number, id: number): Promise<SourceRow | undefined> =>
  tx
    .deleteFrom('evidence_sources')
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const updatePublic = (
  tx: Tx,
  documentId: number,
  id: number,
  is_public: 0 | 1,
): Promise<SourceRow | undefined> =>
  tx
    .updateTable('evidence_sources')
    .set({ is_public })
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Those of the documents that have a source that went stale exactly then. */
export const listStaleSince = async (query: Query, documentIds: readonly number[], since: number): Promise<number[]> =>
  (
    await query
      .selectFrom('evidence_sources')
      .select('document_id')
      .distinct()
      .where('document_id', 'in', documentIds)
      .where('stale_since', '=', since)
      .execute()
  ).map(({ document_id }) => document_id)
