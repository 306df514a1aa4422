// Queries of what needs a look: sources that are stale, and blocks that nobody has checked for too long.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { StaleReason } from '#engine/db/vocabulary.ts'
import { inSubtree } from '#features/categories/subtree.ts'

export type StaleRow = {
  key: number | null
  document_id: number
  block_id: string
  slug: string
  title: string
  category_id: number | null
  version: number
  reason: StaleReason | 'age'
  since: number
  checked_at: number
  kind: string | null
  source_id: number | null
  source_title: string | null
  source_slug: string | null
  url: string | null
  quote: string | null
  nearest: string | null
}

/** Due: blocks of these categories are due when nobody has checked them since. */
export type Due = { categoryIds: number[]; before: number }
export type StaleFilter = {
  readable: Expression<SqlBool>
  due: Due[]
  categoryId?: number | undefined
  sourceId?: number | undefined
  reason?: StaleRow['reason'] | undefined
  /** before: only what has needed a look since this moment or longer. */
  before?: number | undefined
  documentId?: number | undefined
}

const DOCUMENT = sql`documents.id as document_id, documents.slug, documents.title, documents.category_id, documents.version`

function wantedOf({ readable, categoryId, documentId }: StaleFilter): RawBuilder<SqlBool> {
  const wanted: Expression<SqlBool>[] = [readable]
  if (categoryId !== undefined) wanted.push(inSubtree(categoryId))
  if (documentId !== undefined) wanted.push(sql<SqlBool>`documents.id = ${documentId}`)
  return sql<SqlBool>`${sql.join(wanted, sql` and `)}`
}

function staleSources(filter: StaleFilter): RawBuilder<unknown> | undefined {
  if (filter.reason === 'age') return undefined
  const { sourceId, reason, before } = filter
  return sql`select s.id as key, ${DOCUMENT}, s.block_id, s.reason, s.stale_since as since, evidence.checked_at,
      s.kind, s.source_id, coalesce(source.title, s.title) as source_title, source.slug as source_slug, s.url, s.quote,
      s.nearest
    from evidence_sources as s
    join evidence on evidence.document_id = s.document_id and evidence.block_id = s.block_id
    join documents on documents.id = s.document_id
    left join documents as source on source.id = s.source_id and s.kind = 'document'
    where s.stale_since is not null and ${wantedOf(filter)}
      ${sourceId === undefined ? sql`` : sql`and s.source_id = ${sourceId} and s.kind = 'document'`}
      ${reason === undefined ? sql`` : sql`and s.reason = ${reason}`}
      ${before === undefined ? sql`` : sql`and s.stale_since <= ${before}`}`
}

function dueBlocks(filter: StaleFilter): RawBuilder<unknown> | undefined {
  const { reason, due, sourceId, before } = filter
  if (due.length === 0 || sourceId !== undefined || (reason !== undefined && reason !== 'age')) return undefined
  const isDue = due.map(
    (some) => sql`(documents.category_id in (${sql.join(some.categoryIds)}) and evidence.checked_at < ${some.before})`,
  )
  return sql`select null as key, ${DOCUMENT}, evidence.block_id, 'age' as reason, evidence.checked_at as since,
      evidence.checked_at, null as kind, null as source_id, null as source_title, null as source_slug, null as url,
      null as quote, null as nearest
    from evidence join documents on documents.id = evidence.document_id
    where (${sql.join(isDue, sql` or `)}) and ${wantedOf(filter)}
      ${before === undefined ? sql`` : sql`and evidence.checked_at <= ${before}`}`
}

const partsOf = (filter: StaleFilter) => [staleSources(filter), dueBlocks(filter)].filter((part) => part !== undefined)

/** listStale: what has waited longest comes first. */
export async function listStale(
  query: Query,
  filter: StaleFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StaleRow[]> {
  const parts = partsOf(filter)
  if (parts.length === 0) return []
  const { rows } = await sql<StaleRow>`select * from (${sql.join(parts, sql` union all `)}) as found
    order by since, document_id, block_id, key limit ${limit} offset ${offset}`.execute(query)
  return rows
}

export async function countStale(query: Query, filter: StaleFilter): Promise<Map<string, number>> {
  const parts = partsOf(filter)
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ reason: string; count: number }>`select reason, count(*) as count
    from (${sql.join(parts, sql` union all `)}) as found group by reason`.execute(query)
  return new Map(rows.map(({ reason, count }) => [reason, Number(count)]))
}

/** findStale are the stale ones among these sources, of documents that the actor may change. */
export const findStale = (query: Query, readable: Expression<SqlBool>, keys: readonly number[]) =>
  query
    .selectFrom('evidence_sources')
    .innerJoin('documents', 'documents.id', 'evidence_sources.document_id')
    .selectAll('evidence_sources')
    .select('documents.version as document_version')
    .where('evidence_sources.id', 'in', keys)
    .where('evidence_sources.stale_since', 'is not', null)
    .where(readable)
    .orderBy('evidence_sources.document_id')
    .orderBy('evidence_sources.id')
    .execute()

export type StaleSource = Awaited<ReturnType<typeof findStale>>[number]

export const listBlocksJson = (query: Query, documentIds: readonly number[]) =>
  query.selectFrom('blocks').select(['document_id', 'blocks']).where('document_id', 'in', documentIds).execute()

/** accept: someone has looked at what these sources say now, and keeps the block as it is. */
export async function accept(tx: Tx, documentId: number, blockIds: readonly string[], keys?: readonly number[]) {
  const update = tx
    .updateTable('evidence_sources')
    .set({ reason: null, stale_since: null })
    .where('document_id', '=', documentId)
    .where('block_id', 'in', blockIds)
  await (keys ? update.where('id', 'in', keys) : update).execute()
}
