// Queries over documents themselves; their content, access and revisions have stores of their own. Knows no rules: the
// caller has decided what is allowed.

import { type Expression, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { prepared, preparedBy, preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Bucket, JobStatus, RevisionOrigin, Tables, Visibility } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/person-name.ts'
import { inSubtree } from '#features/categories/subtree.ts'
import { preparedForReaders, readableBy } from './access/access.ts'
import { type ListRow, selectListItems } from './lists/list-item-store.ts'
import { insertContent, type NewContent } from './writing/content-store.ts'

type DocumentFields = Updateable<Tables['documents']>
type Page = { limit: number; offset: number }

/** listPage skips and limits using only the list's index, and afterwards fetches the rows of what is left. */
export const listPage = preparedForReaders<ListRow, Page>((slot, query, filter) =>
  selectPage(query, [filter], { limit: slot('limit'), offset: slot('offset') }),
)

/** listPageWithin is listPage for a category and what is below it, to which the category's index leads. */
export const listPageWithin = (query: Query, actor: Actor, categoryId: number, page: Page): Promise<ListRow[]> =>
  selectPage(query, [readableBy(actor), inSubtree(categoryId)], page).execute()

function selectPage(query: Query, filters: Expression<SqlBool>[], { limit, offset }: Page) {
  const ids = query
    .selectFrom('documents')
    .select('documents.id')
    .where((eb) => eb.and(filters))
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .offset(offset)
  return selectListItems(query)
    .where('documents.id', 'in', ids)
    .orderBy('documents.pinned_at', 'desc')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
}

export type DocumentRow = ListRow & {
  author_id: number | null
  author_name: string | null
  published_at: number | null
  blocks: string
  /** Who wrote the present content, when and how. */
  saved_at: number
  saved_by: number | null
  saved_by_name: string | null
  origin: RevisionOrigin
}

const selectDocuments = (query: Query) =>
  selectListItems(query)
    .innerJoin('blocks', 'blocks.document_id', 'documents.id')
    .leftJoin('users', 'users.id', 'documents.author_id')
    .leftJoin('users as savers', 'savers.id', 'blocks.author_id')
    .select(['documents.author_id', 'documents.published_at', 'blocks.blocks'])
    .select([personName('users').as('author_name'), personName('savers').as('saved_by_name')])
    .select(['blocks.saved_at', 'blocks.origin', 'blocks.author_id as saved_by'])

const selectBySlug = preparedForReaders<DocumentRow, { slug: string }>((slot, query, filter) =>
  selectDocuments(query).where('documents.slug', '=', slot('slug')).where(filter),
)
const selectById = preparedForReaders<DocumentRow, { id: number }>((slot, query, filter) =>
  selectDocuments(query).where('documents.id', '=', slot('id')).where(filter),
)

export const findDocumentRow = async (
  query: Query,
  actor: Actor,
  key: { slug: string } | { id: number },
): Promise<DocumentRow | undefined> =>
  (await ('slug' in key ? selectBySlug(query, actor, key) : selectById(query, actor, key)))[0]

export type BlocksRow = { id: number; version: number; updated_at: number; blocks: string }

const selectBlocks = preparedForReaders<BlocksRow, { id: number }>((slot, query, filter) =>
  query
    .selectFrom('documents')
    .innerJoin('blocks', 'blocks.document_id', 'documents.id')
    .select(['documents.id', 'documents.version', 'documents.updated_at', 'blocks.blocks'])
    .where('documents.id', '=', slot('id'))
    .where(filter),
)

export const findBlocksRow = async (query: Query, actor: Actor, id: number): Promise<BlocksRow | undefined> =>
  (await selectBlocks(query, actor, { id }))[0]

export type StoredDocument = Selectable<Tables['documents']>

type HowHeld = Dialect['forUpdate' | 'forRemoval']
const selectForChange = preparedBy<HowHeld, StoredDocument, { id: number }>(
  (held) => held,
  (held, slot, query) =>
    query.selectFrom('documents').selectAll().where('id', '=', slot('id')).modifyEnd(sql.raw(held)),
)

/** findForChange holds the document for this transaction: others who would change it wait. */
export const findForChange = async (tx: Tx, held: HowHeld, id: number): Promise<StoredDocument | undefined> =>
  (await selectForChange(tx, held, { id }))[0]

/** findCategoryId is the category that a document is in; null or undefined when there is none. */
export const findCategoryId = async (query: Query, id: number): Promise<number | null | undefined> =>
  (await query.selectFrom('documents').select('category_id').where('id', '=', id).executeTakeFirst())?.category_id

const NEW_ROW = [
  'slug',
  'title',
  'title_key',
  'summary',
  'category_id',
  'tags',
  'visibility',
  'audience',
  'bucket',
  'has_content',
  'position',
  'author_id',
  'created_at',
  'updated_at',
  'published_at',
] as const
type NewRow = Pick<StoredDocument, (typeof NEW_ROW)[number]>

const insertRow = preparedWrite<{ id: number }, NewRow>((slot, tx) =>
  tx.insertInto('documents').values(slotsOf(slot, NEW_ROW)).returning('id'),
)

export async function insertDocument(tx: Tx, row: NewRow, content: NewContent): Promise<number> {
  const [inserted] = await insertRow(tx, row)
  const { id } = inserted!
  await insertContent(tx, { document_id: id, ...content, author_id: row.author_id, saved_at: row.created_at })
  return id
}

/** insertRestored writes a document that had its id, and versions before this one, until it was deleted. */
export async function insertRestored(
  tx: Tx,
  { id, version }: { id: number; version: number },
  row: NewRow,
  content: NewContent,
): Promise<number> {
  await tx
    .insertInto('documents')
    .values({ ...row, id, version })
    .execute()
  await tx
    .insertInto('blocks')
    .values({ document_id: id, version, ...content, author_id: row.author_id, saved_at: row.created_at })
    .execute()
  return id
}

export async function updateDocument(tx: Tx, id: number, fields: DocumentFields): Promise<void> {
  await tx.updateTable('documents').set(fields).where('id', '=', id).execute()
}

const CHANGED = [
  'title',
  'title_key',
  'summary',
  'version',
  'has_content',
  'bucket',
  'published_at',
  'updated_at',
] as const

/** updateAfterChange is updateDocument for a change of only the content, the most frequent one. */
export const updateAfterChange = preparedWrite<unknown, Pick<StoredDocument, 'id' | (typeof CHANGED)[number]>>(
  (slot, tx) => tx.updateTable('documents').set(slotsOf(slot, CHANGED)).where('id', '=', slot('id')),
)

export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('documents').where('id', '=', id).execute()
}

const selectNewestJob = prepared<{ status: JobStatus }, { id: number }>((slot, query) =>
  query
    .selectFrom('jobs')
    .select('status')
    .where('document_id', '=', slot('id'))
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)
export const findNewestJobStatus = async (query: Query, documentId: number): Promise<JobStatus | undefined> =>
  (await selectNewestJob(query, { id: documentId }))[0]?.status

/** holdJobs waits for those who are busy with a document's jobs. */
export const holdJobs = async (
  tx: Tx,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  documentId: number,
): Promise<void> => {
  const jobs = tx.selectFrom('jobs').select('id').where('document_id', '=', documentId).orderBy('id')
  await jobs.modifyEnd(sql.raw(forUpdate)).execute()
}

/** writeBuckets tells whether a bucket was another one before. */
export const writeBuckets = async (tx: Tx, ids: readonly number[], to: Bucket | 'settled'): Promise<boolean> => {
  if (ids.length === 0) return false
  const bucket =
    to === 'settled' ? sql<Bucket>`case when has_content = 1 then 'approved' else 'empty' end` : sql.lit<Bucket>(to)
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ bucket })
    .where('id', 'in', ids)
    .where('bucket', '<>', bucket)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const hasDocument = async (query: Query, id: number): Promise<boolean> =>
  (await query.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const selectAudience = prepared<{ audience: Visibility }, { id: number }>((slot, query) =>
  query.selectFrom('documents').select('audience').where('id', '=', slot('id')),
)
export const findAudience = async (query: Query, id: number): Promise<Visibility | undefined> =>
  (await selectAudience(query, { id }))[0]?.audience

/** findTitles names those of the documents that the filter lets through. */
export const findTitles = (query: Query, filter: Expression<SqlBool>, ids: readonly number[]) =>
  query
    .selectFrom('documents')
    .select(['id', 'slug', 'title', 'version'])
    .where('id', 'in', ids)
    .where(filter)
    .execute()
