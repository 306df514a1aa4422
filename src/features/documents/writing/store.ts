// Queries that write document rows; texts are in revisions/. No rules.

import { type Selectable, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { preparedBy, preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { findPublished } from '../revisions/store.ts'

export type StoredDocument = Selectable<Tables['documents']>
type HowHeld = Dialect['forUpdate' | 'forRemoval']

const selectForChange = preparedBy<HowHeld, StoredDocument, { id: number }>(
  (held) => held,
  (held, slot, query) =>
    query.selectFrom('documents').selectAll().where('id', '=', slot('id')).modifyEnd(sql.raw(held)),
)

/** Locks the document until the transaction ends. */
export const findForChange = async (tx: Tx, held: HowHeld, id: number): Promise<StoredDocument | undefined> =>
  (await selectForChange(tx, held, { id }))[0]

/** Null without a category, undefined without a document. */
export const findCategoryId = async (query: Query, id: number): Promise<number | null | undefined> =>
  (await query.selectFrom('documents').select('category_id').where('id', '=', id).executeTakeFirst())?.category_id

/** Both queries at once; they run in this order, so the text is read under the lock. */
export async function findWholeForChange(tx: Tx, held: HowHeld, id: number) {
  const [[document], text] = await Promise.all([selectForChange(tx, held, { id }), findPublished(tx, id)])
  return { document, text: text! }
}

/** Columns of the text, and of the filing. Changing just the text is the most frequent case. */
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

type Columns<Column extends keyof StoredDocument> = Pick<StoredDocument, Column>
export type NewRow = Columns<(typeof NEW_ROW)[number]>

const insertRow = preparedWrite<{ id: number }, NewRow>((slot, tx) =>
  tx.insertInto('document_rows').values(slotsOf(slot, NEW_ROW)).returning('id'),
)
export const insertDocument = async (tx: Tx, row: NewRow): Promise<number> => (await insertRow(tx, row))[0]!.id

type SaidColumns = Columns<'id' | (typeof SAID)[number]>
const updateSaid = preparedWrite<void, SaidColumns>((slot, tx) =>
  tx.updateTable('document_rows').set(slotsOf(slot, SAID)).where('id', '=', slot('id')),
)

/** Writes only changed columns: SQLite rewrites the index of every column that a statement names. */
export async function updateDocument(tx: Tx, row: StoredDocument, before: StoredDocument): Promise<void> {
  if (FILED.every((column) => row[column] === before[column])) return void (await updateSaid(tx, row))
  const columns = Object.fromEntries([...SAID, ...FILED].map((column) => [column, row[column]]))
  await tx.updateTable('document_rows').set(columns).where('id', '=', row.id).execute()
}

export async function updatePin(tx: Tx, id: number, pinnedAt: number): Promise<void> {
  await tx.updateTable('document_rows').set({ pinned_at: pinnedAt }).where('id', '=', id).execute()
}

/** In id order, in which several documents are locked. */
export async function listIdsIn(tx: Tx, categoryIds: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (const some of batchesOf(categoryIds)) {
    const rows = await tx.selectFrom('documents').select('id').where('category_id', 'in', some).execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found.sort((one, other) => one - other)
}
