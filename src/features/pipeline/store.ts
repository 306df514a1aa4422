// The pipeline's queries over jobs, iterations and events. Queries only: no rule is decided here. Questions and actions
// are in points-store.ts.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { JobStatus, Tables } from '#engine/db/tables.ts'
import { ACTIVE, hasStatus } from '#engine/queue/states.ts'
import { personName } from '#features/accounts/person-name.ts'

export type IterationRow = Selectable<Tables['iterations']>
export type EventRow = Selectable<Tables['events']>

const documentColumns = [
  'documents.id',
  'documents.slug',
  'documents.title',
  'documents.summary',
  'documents.version',
  'documents.has_content',
  'documents.category_id',
] as const

export async function findDocuments(query: Query, ids: readonly number[]) {
  if (ids.length === 0) return []
  return query
    .selectFrom('documents')
    .leftJoin('blocks', 'blocks.document_id', 'documents.id')
    .select(documentColumns)
    .select((row) => row.fn.coalesce('blocks.blocks', sql.lit('[]')).as('blocks'))
    .where('documents.id', 'in', ids)
    .execute()
}
export type DocumentRow = Awaited<ReturnType<typeof findDocuments>>[number]

/** lockDocument keeps everyone else from changing the document until this transaction ends. */
export const lockDocument = async (tx: Tx, { forUpdate }: Pick<Dialect, 'forUpdate'>, id: number): Promise<void> => {
  await tx.selectFrom('documents').select('id').where('id', '=', id).modifyEnd(sql.raw(forUpdate)).execute()
}

/** keepDocuments keeps everyone from deleting the documents; changes of them go on. */
export async function keepDocuments(tx: Tx, { forReference }: Pick<Dialect, 'forReference'>, ids: readonly number[]) {
  if (ids.length === 0) return
  const rows = tx.selectFrom('documents').select('id').where('id', 'in', ids).orderBy('id')
  await rows.modifyEnd(sql.raw(forReference)).execute()
}

export const findDocument = async (query: Query, id: number): Promise<DocumentRow | undefined> =>
  (await findDocuments(query, [id]))[0]

export type NewIteration = Pick<
  Insertable<Tables['iterations']>,
  'number' | 'notes' | 'material' | 'planning' | 'extracted' | 'base_version' | 'base_fingerprint'
>

export async function insertIterations(tx: Tx, iterations: Insertable<Tables['iterations']>[]) {
  return tx.insertInto('iterations').values(iterations).returning(['id', 'job_id', 'document_id']).execute()
}

export async function findIteration(query: Query, id: number): Promise<IterationRow | undefined> {
  return query.selectFrom('iterations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** getIterationOf is for a worker: the one iteration that a job is working on. */
export async function getIterationOf(query: Query, jobId: number): Promise<IterationRow> {
  return query
    .selectFrom('iterations')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

export async function findNewestIterationId(query: Query, documentId: number): Promise<number | undefined> {
  const row = await query
    .selectFrom('iterations')
    .select('id')
    .where('document_id', '=', documentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** IterationFields leave out the status, which follows from the job's: only transitions.ts moves both. */
export type IterationFields = Partial<
  Omit<Tables['iterations'], 'id' | 'job_id' | 'document_id' | 'number' | 'status' | 'notes' | 'material'>
>

export async function updateIteration(tx: Tx, id: number, fields: IterationFields, now: number): Promise<void> {
  await tx
    .updateTable('iterations')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** moveIterationsOf is for transitions.ts alone. */
export const moveIterationsOf = (
  tx: Tx,
  jobIds: readonly number[],
  fields: IterationFields & { status: JobStatus },
  now: number,
) =>
  tx
    .updateTable('iterations')
    .set({ ...fields, updated_at: now })
    .where('job_id', 'in', jobIds)
    .returning(['id', 'job_id'])
    .execute()

const DRAFTS_AT_ONCE = 50

/** openDrafts are the drafts that may still be approved and contain the text: the newest wording of each. */
export async function* openDrafts(query: Query, text: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const rows = await query
      .selectFrom('iterations')
      .select(['id', 'draft'])
      .where('id', '>', after)
      .where(hasStatus(ACTIVE))
      .where('draft', 'like', `%${text}%`)
      .orderBy('id')
      .limit(DRAFTS_AT_ONCE)
      .execute()
    for (const { draft } of rows) yield draft!
    if (rows.length < DRAFTS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

/** findJob is a job with its document and creator, as the detail shows them. */
export async function findJob(query: Query, id: number) {
  return query
    .selectFrom('jobs')
    .innerJoin('documents', 'documents.id', 'jobs.document_id')
    .leftJoin('users as creator', 'creator.id', 'jobs.created_by')
    .select(['jobs.id', 'jobs.status', 'jobs.parent_job_id', 'jobs.priority', 'jobs.document_id', 'jobs.created_by'])
    .select(['documents.slug', 'documents.title', personName('creator').as('creator_name')])
    .where('jobs.id', '=', id)
    .executeTakeFirst()
}

export async function findIterationsOfJob(query: Query, jobId: number) {
  return query
    .selectFrom('iterations')
    .leftJoin('users as approver', 'approver.id', 'iterations.approved_by')
    .selectAll('iterations')
    .select(personName('approver').as('approver_name'))
    .where('iterations.job_id', '=', jobId)
    .orderBy('iterations.number')
    .execute()
}

export async function findJobStatus(query: Query, id: number) {
  const row = await query.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status
}

export async function insertEvents(tx: Tx, rows: Insertable<Tables['events']>[]): Promise<void> {
  await tx.insertInto('events').values(rows).execute()
}

export async function findEvents(query: Query, jobId: number, afterId = 0): Promise<EventRow[]> {
  return query
    .selectFrom('events')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('id', '>', afterId)
    .orderBy('id')
    .execute()
}

/** findExistingSlugs tells which of the slugs that a text links to lead to a document, which may have moved since. */
export async function findExistingSlugs(query: Query, slugs: readonly string[]): Promise<Set<string>> {
  // PostgreSQL takes no text with a NUL, and no slug has one.
  const possible = slugs.filter((slug) => !slug.includes('\0'))
  if (possible.length === 0) return new Set()
  const rows = await query
    .selectFrom('documents')
    .select('slug')
    .where('slug', 'in', possible)
    .union(query.selectFrom('former_slugs').select('slug').where('slug', 'in', possible))
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** markApproved notes on the document who approved what it now shows. */
export async function markApproved(tx: Tx, documentId: number, userId: number | null, now: number): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ approved_by: userId, approved_at: now })
    .where('id', '=', documentId)
    .execute()
}
