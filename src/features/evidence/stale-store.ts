// Queries of what needs a review: stale sources, and blocks that are overdue for a check.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { StaleReason } from '#engine/db/vocabulary.ts'
import { inSubtree } from '#features/categories/subtree.ts'
import type { Addressee, WaitingPart } from '#features/inbox/waiting.ts'
import { isGrounded } from './grounded.ts'

export type StaleRow = {
  /** 0 if the block is overdue. */
  key: number
  document_id: number
  /** Empty if the whole page is overdue. */
  block_id: string
  slug: string
  title: string
  category_id: number | null
  version: number
  summary: string | null
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

/** Blocks of these categories are due if their last check is older than `before`. */
export type DueFilter = { categoryIds: number[]; before: number }
/** Undefined for those who may read everything: most queries then don't need the documents at all. */
type StaleReadable = {
  readable: Expression<SqlBool> | undefined
  /** The rule of documents in the trash. */
  deleted?: Expression<SqlBool> | undefined
}
type StaleFilter = StaleReadable & {
  due: DueFilter[]
  categoryId?: number | undefined
  sourceId?: number | undefined
  reason?: StaleRow['reason'] | undefined
  /** Only what has been waiting since this moment or longer. */
  before?: number | undefined
  documentId?: number | undefined
  /** Only documents in `mine`, a part of the inbox's query. */
  isMine?: boolean | undefined
}

const all = (conditions: (RawBuilder<unknown> | Expression<SqlBool> | undefined | false)[]) =>
  sql`${sql.join(
    conditions.filter((condition) => condition !== undefined && condition !== false),
    sql` and `,
  )}`

/** Sources that are documents are visible if they may be read, or might while they are in the trash. */
const knowsSource = ({ readable, deleted }: StaleReadable) =>
  readable &&
  sql`(s.kind <> 'document' or exists (
    select 1 from documents where documents.id = s.source_id and ${readable})
    or exists (select 1 from document_rows where document_rows.id = s.source_id
      and document_rows.deletion_id is not null and ${deleted ?? sql`1 = 0`}))`

/** Starts from the person's own documents, so that the total number doesn't matter. */
const ofMine = ({ isMine }: StaleFilter) => (isMine ? sql`mine cross join` : sql``)

/** Each part selects key, document_id, block_id, reason and since. */
function staleSources(filter: StaleFilter): RawBuilder<unknown> | undefined {
  const { readable, categoryId, documentId, sourceId, reason, before } = filter
  if (reason === 'age') return undefined
  const isFiled = readable !== undefined || categoryId !== undefined
  return sql`select s.id as key, s.document_id, s.block_id, s.reason, s.stale_since as since
    from ${ofMine(filter)} evidence_sources as s ${isFiled ? sql`join documents on documents.id = s.document_id` : sql``}
    where ${all([
      sql`s.stale_since is not null`,
      readable,
      filter.isMine && sql`s.document_id = mine.id`,
      knowsSource(filter),
      categoryId !== undefined && inSubtree(categoryId),
      documentId !== undefined && sql`s.document_id = ${documentId}`,
      sourceId !== undefined && sql`s.source_id = ${sourceId} and s.kind = 'document' and s.is_watched = 1`,
      reason !== undefined && sql`s.reason = ${reason}`,
      before !== undefined && sql`s.stale_since <= ${before}`,
    ])}`
}

/** Overdue blocks, and pages without any checked or sourced block. */
function dueParts(filter: StaleFilter): { part: RawBuilder<unknown>; order: RawBuilder<unknown> }[] {
  const { readable, categoryId, documentId, reason, due, sourceId, before } = filter
  if (due.length === 0 || sourceId !== undefined || (reason !== undefined && reason !== 'age')) return []
  const select = (place: RawBuilder<unknown>, since: RawBuilder<unknown>, from: RawBuilder<unknown>) => {
    const isDue = due.map(
      (some) => sql`(documents.category_id in (${sql.join(some.categoryIds)}) and ${since} < ${some.before})`,
    )
    const conditions = [
      sql`(${sql.join(isDue, sql` or `)})`,
      readable,
      filter.isMine && sql`documents.id = mine.id`,
      categoryId !== undefined && inSubtree(categoryId),
      documentId !== undefined && sql`documents.id = ${documentId}`,
      before !== undefined && sql`${since} <= ${before}`,
    ]
    return {
      part: sql`select 0 as key, ${place}, 'age' as reason, ${since} as since
        from ${ofMine(filter)} ${from} and ${all(conditions)}`,
      order: sql`order by since, document_id, block_id`,
    }
  }
  return [
    select(
      sql`evidence.document_id, evidence.block_id`,
      sql`evidence.checked_at`,
      sql`evidence join documents on documents.id = evidence.document_id where 1 = 1`,
    ),
    select(
      sql`documents.id as document_id, '' as block_id`,
      sql`documents.updated_at`,
      sql`documents where documents.published = 1 and not (${isGrounded('documents.id')})`,
    ),
  ]
}

const IN_ORDER = sql`order by since, key, document_id, block_id`

/** Limits each part to what will be used, by its own index. */
const eachUpTo = (filter: StaleFilter, most: number): RawBuilder<unknown>[] =>
  [{ part: staleSources(filter), order: sql`order by s.stale_since, s.id` }, ...dueParts(filter)].flatMap(
    ({ part, order }) => (part ? [sql`select * from (${part} ${order} limit ${most}) as part`] : []),
  )

/** Longest waiting first. Details are read only for the rows of the page. */
export async function listStale(
  query: Query,
  filter: StaleFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<StaleRow[]> {
  const parts = eachUpTo(filter, offset + limit)
  if (parts.length === 0) return []
  const { rows } = await sql<StaleRow>`
    with found as (${sql.join(parts, sql` union all `)} ${IN_ORDER} limit ${limit} offset ${offset})
    select found.*, documents.slug, documents.title, documents.category_id, documents.version, documents.summary,
      coalesce(evidence.checked_at, found.since) as checked_at,
      s.kind, s.source_id, coalesce(source.title, s.title) as source_title, source.slug as source_slug, s.url, s.quote,
      s.nearest
    from found
    join documents on documents.id = found.document_id
    left join evidence on evidence.document_id = found.document_id and evidence.block_id = found.block_id
    left join evidence_sources as s on s.id = found.key
    left join documents as source on source.id = s.source_id and s.kind = 'document'
    order by found.since, found.key, found.document_id, found.block_id`.execute(query)
  return rows
}

/** Counting stops here: on a site of a million quotes a whole category may be overdue. */
const MOST_COUNTED = 10_000

export async function countStale(query: Query, filter: StaleFilter): Promise<Map<string, number>> {
  const parts = [staleSources(filter), ...dueParts(filter).map(({ part }) => part)].flatMap((part) =>
    part ? [sql`select reason from (${part} limit ${MOST_COUNTED}) as part`] : [],
  )
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ reason: string; count: number }>`select reason, count(*) as count
    from (${sql.join(parts, sql` union all `)}) as found group by reason`.execute(query)
  return new Map(rows.map(({ reason, count }) => [reason, Number(count)]))
}

/** The stale ones of these sources, in documents that the actor may change. */
export const findStale = (query: Query, readers: StaleReadable, keys: readonly number[]) =>
  query
    .selectFrom('evidence_sources as s')
    .innerJoin('documents', 'documents.id', 's.document_id')
    .selectAll('s')
    .select(['documents.version as document_version', 'documents.summary as document_summary'])
    .where('s.id', 'in', keys)
    .where('s.stale_since', 'is not', null)
    .where(sql<SqlBool>`${all([sql`1 = 1`, readers.readable, knowsSource(readers)])}`)
    .orderBy('s.document_id')
    .orderBy('s.id')
    .execute()

export type StaleSource = Awaited<ReturnType<typeof findStale>>[number]

export const listBlocksJson = (query: Query, documentIds: readonly number[]) =>
  query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select(['documents.id as document_id', 'revisions.blocks'])
    .where('documents.id', 'in', documentIds)
    .execute()

/** Someone has compared the block with its changed sources and keeps it. */
export async function accept(tx: Tx, documentId: number, blockIds: readonly string[], keys?: readonly number[]) {
  const update = tx
    .updateTable('evidence_sources')
    .set({ reason: null, stale_since: null })
    .where('document_id', '=', documentId)
    .where('block_id', 'in', blockIds)
  await (keys ? update.where('id', 'in', keys) : update).execute()
}

/** Inbox: owned pages that need a review, each once for its sources and once for its age. */
export function selectDuties({ readable }: Addressee, due: DueFilter[]): WaitingPart[] {
  const filter: StaleFilter = { readable, isMine: true, due }
  const aged = dueParts(filter).map(({ part }) => part)
  const parts = [
    ['stale', sql`max(found.since)`, staleSources(filter)],
    ['review', sql`min(found.since)`, aged.length > 0 ? sql.join(aged, sql` union all `) : undefined],
  ] as const
  return parts.flatMap(([kind, since, part]) =>
    part
      ? {
          kinds: [kind] as const,
          ref_id: sql`mine.id`,
          since,
          document_id: sql`mine.id`,
          title: sql`mine.title`,
          text: sql`cast(count(*) as text)`,
          from: sql`(${part}) as found join mine on mine.id = found.document_id`,
          where: sql`1 = 1 group by mine.id, mine.title`,
        }
      : [],
  )
}
