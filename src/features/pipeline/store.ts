// Queries over jobs, iterations and events; no rules. Questions and actions are in points-store.ts.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { JobStatus } from '#engine/db/vocabulary.ts'
import { personName } from '#features/accounts/users/person-name.ts'
import { readableBy } from '#features/documents/access/access.ts'
import { isReadable } from './waiting-store.ts'

export type IterationRow = Selectable<Tables['iterations']>
export type EventRow = Selectable<Tables['events']>

export type NewIteration = Pick<
  Insertable<Tables['iterations']>,
  'number' | 'notes' | 'instructions' | 'material' | 'planning' | 'extracted' | 'base_version' | 'base_id'
>

export async function insertIterations(tx: Tx, iterations: Insertable<Tables['iterations']>[]) {
  return tx.insertInto('iterations').values(iterations).returning(['id', 'job_id', 'document_id']).execute()
}

export async function findIteration(query: Query, id: number): Promise<IterationRow | undefined> {
  return query.selectFrom('iterations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The iteration that a worker's job is working on. */
export async function getIterationOf(query: Query, jobId: number): Promise<IterationRow> {
  return query
    .selectFrom('iterations')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** For a person: of a document that they may see. */
export async function findSeenIteration(query: Query, actor: Actor, id: number): Promise<IterationRow | undefined> {
  const row = await findIteration(query, id)
  return row && (await isReadable(query, readableBy(actor), row.document_id)) ? row : undefined
}

/** Whether the job is about a document that the actor may see. */
export const isSeenJob = async (query: Query, actor: Actor, id: number): Promise<boolean> =>
  (await query
    .selectFrom('jobs')
    .innerJoin('documents', 'documents.id', 'jobs.document_id')
    .select('jobs.id')
    .where('jobs.id', '=', id)
    .where(readableBy(actor))
    .executeTakeFirst()) !== undefined

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

/** Without the status, which only transitions.ts moves, together with the job's. */
export type IterationFields = Partial<
  Omit<
    Tables['iterations'],
    'id' | 'job_id' | 'document_id' | 'number' | 'status' | 'notes' | 'instructions' | 'material'
  >
>

export async function updateIteration(tx: Tx, id: number, fields: IterationFields, now: number): Promise<void> {
  await tx
    .updateTable('iterations')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Only for transitions.ts. */
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

const NAMES_A_REVISION = ['draft_id', 'drafted_id', 'base_id'] as const

/** Clears references to revisions that are about to be deleted. */
export async function forgetRevisions(tx: Tx, documentId: number, ids: readonly number[]): Promise<void> {
  for (const column of NAMES_A_REVISION) {
    const naming = tx.updateTable('iterations').where('document_id', '=', documentId).where(column, 'in', ids)
    await naming.set({ [column]: null }).execute()
  }
}

/** A job with its document and creator, for the detail page. */
export async function findJob(query: Query, id: number) {
  return query
    .selectFrom('jobs')
    .innerJoin('documents', 'documents.id', 'jobs.document_id')
    .leftJoin('users as creator', 'creator.id', 'jobs.created_by')
    .select(['jobs.id', 'jobs.status', 'jobs.parent_job_id', 'jobs.priority', 'jobs.document_id', 'jobs.created_by'])
    .select(['documents.slug', 'documents.title', 'documents.published', personName('creator').as('creator_name')])
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

export async function findCreator(query: Query, jobId: number): Promise<number | null> {
  const row = await query.selectFrom('jobs').select('created_by').where('id', '=', jobId).executeTakeFirst()
  return row?.created_by ?? null
}

export async function findJobStatus(query: Query, id: number) {
  const row = await query.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status
}

export async function insertEvents(tx: Tx, rows: Insertable<Tables['events']>[]): Promise<void> {
  await tx.insertInto('events').values(rows).execute()
}

export async function findNewestEventId(query: Query): Promise<number | null> {
  const { id } = await query
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id
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

/** Replaces a deleted person's name in old messages. */
export async function renameInEvents(tx: Tx, name: string, instead: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ message: sql<string>`replace(message, ${name}, ${instead})` })
    .where(sql<boolean>`message like ${`%${name.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
    .execute()
}
