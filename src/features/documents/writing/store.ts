// Queries that write documents and their content. Knows no rules: the caller has decided what is allowed.

import { type Selectable, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { prepared, preparedBy, preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'

export type StoredDocument = Selectable<Tables['documents']>
type ContentRow = Selectable<Tables['blocks']>
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

export type StoredContent = Pick<ContentRow, 'blocks' | 'origin' | 'author_id' | 'saved_at'>

const selectContent = prepared<StoredContent, { id: number }>((slot, query) =>
  query
    .selectFrom('blocks')
    .select(['blocks', 'origin', 'author_id', 'saved_at'])
    .where('document_id', '=', slot('id')),
)

export const getContent = async (query: Query, documentId: number): Promise<StoredContent> =>
  (await selectContent(query, { id: documentId }))[0]!

/** findBlocks is what a document says, as JSON. */
export const findBlocks = async (query: Query, documentId: number): Promise<string | undefined> =>
  (await selectContent(query, { id: documentId }))[0]?.blocks

/** findWholeForChange asks for both at once. They arrive in this order: the content is read when the document is held. */
export async function findWholeForChange(tx: Tx, held: HowHeld, id: number) {
  const [[document], [content]] = await Promise.all([selectForChange(tx, held, { id }), selectContent(tx, { id })])
  return { document, content: content! }
}

/** What a document says, and what it is filed under. A change of the first alone is the most frequent one. */
const SAID = [
  'title',
  'title_key',
  'summary',
  'version',
  'first_version',
  'has_content',
  'bucket',
  'published_at',
  'updated_at',
] as const
const FILED = ['slug', 'category_id', 'position', 'tags', 'visibility', 'audience', 'published', 'lang'] as const
const NEW_ROW = [...SAID.filter((column) => column !== 'version'), ...FILED, 'author_id', 'created_at'] as const
const PROVENANCE = ['origin', 'author_id', 'saved_at'] as const
const DERIVED = ['blocks', 'text', 'html'] as const

type Columns<Column extends keyof StoredDocument> = Pick<StoredDocument, Column>
export type NewRow = Columns<(typeof NEW_ROW)[number]>
type ContentOrigin = Pick<ContentRow, (typeof PROVENANCE)[number]>
type Derived = Pick<ContentRow, (typeof DERIVED)[number]>
type NewContent = ContentOrigin & Derived

const insertRow = preparedWrite<{ id: number }, NewRow>((slot, tx) =>
  tx.insertInto('documents').values(slotsOf(slot, NEW_ROW)).returning('id'),
)
const insertContent = preparedWrite<void, NewContent & { document_id: number }>((slot, tx) =>
  tx.insertInto('blocks').values(slotsOf(slot, [...DERIVED, ...PROVENANCE, 'document_id'])),
)

export async function insertDocument(tx: Tx, row: NewRow, content: NewContent): Promise<number> {
  const [inserted] = await insertRow(tx, row)
  await insertContent(tx, { ...content, document_id: inserted!.id })
  return inserted!.id
}

/** Restored is what a document from the trash had before: its id, its versions, what happened to it. */
export type Restored = Columns<
  | 'id'
  | 'version'
  | 'first_version'
  | 'author_id'
  | 'created_at'
  | 'pinned_at'
  | 'approved_by'
  | 'approved_at'
  | 'by_model'
  | 'front_matter'
  | 'source_file'
> &
  Partial<Columns<'published_at'>>

export async function insertRestored(tx: Tx, row: NewRow & Restored, content: NewContent): Promise<number> {
  await tx.insertInto('documents').values(row).execute()
  await tx
    .insertInto('blocks')
    .values({ ...content, document_id: row.id, version: row.version })
    .execute()
  return row.id
}

type SaidColumns = Columns<'id' | (typeof SAID)[number]>
const updateSaid = preparedWrite<void, SaidColumns>((slot, tx) =>
  tx.updateTable('documents').set(slotsOf(slot, SAID)).where('id', '=', slot('id')),
)
const updateAll = preparedWrite<void, SaidColumns & Columns<(typeof FILED)[number]>>((slot, tx) =>
  tx
    .updateTable('documents')
    .set(slotsOf(slot, [...SAID, ...FILED]))
    .where('id', '=', slot('id')),
)

/** updateDocument writes a row as it is after a change; SQLite rewrites the index of every column that a statement names. */
export async function updateDocument(tx: Tx, row: StoredDocument, before: StoredDocument): Promise<void> {
  await (FILED.some((column) => row[column] !== before[column]) ? updateAll : updateSaid)(tx, row)
}

const updateBlocks = preparedWrite<void, { id: number; version: number } & NewContent>((slot, tx) =>
  tx
    .updateTable('blocks')
    .set(slotsOf(slot, ['version', ...PROVENANCE, ...DERIVED]))
    .where('document_id', '=', slot('id')),
)
const updateProvenance = preparedWrite<void, { id: number; version: number } & ContentOrigin>((slot, tx) =>
  tx
    .updateTable('blocks')
    .set(slotsOf(slot, ['version', ...PROVENANCE]))
    .where('document_id', '=', slot('id')),
)

/** updateContent without new blocks says who wrote the title or the summary beside them. */
export async function updateContent(
  tx: Tx,
  written: { id: number; version: number } & ContentOrigin,
  blocks: Derived | undefined,
): Promise<void> {
  if (blocks) await updateBlocks(tx, { ...written, ...blocks })
  else await updateProvenance(tx, written)
}

export async function updatePin(tx: Tx, id: number, pinnedAt: number): Promise<void> {
  await tx.updateTable('documents').set({ pinned_at: pinnedAt }).where('id', '=', id).execute()
}

type OriginColumns = Partial<Columns<'front_matter' | 'source_file'>>

export async function updateOrigin(tx: Tx, id: number, origin: OriginColumns): Promise<void> {
  await tx.updateTable('documents').set(origin).where('id', '=', id).execute()
}

/** listIdsIn is in the order of ids, in which several documents are held. */
export async function listIdsIn(tx: Tx, categoryIds: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (const some of batchesOf(categoryIds)) {
    const rows = await tx.selectFrom('documents').select('id').where('category_id', 'in', some).execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found.sort((one, other) => one - other)
}

export async function deleteDocument(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('documents').where('id', '=', id).execute()
}
