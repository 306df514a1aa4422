// Queries over imports: their rows, the pieces of their uploads, and what each changed.

import { type Selectable, sql, type Updateable } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { TaskColumns } from '#engine/db/vocabulary.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type ImportRow = Selectable<Tables['imports']>
type NewImport = Pick<ImportRow, 'name' | 'size' | 'created_by' | 'created_at'>
type ImportUpdate = Updateable<Tables['imports']>
export type ImportProgress = Omit<ImportUpdate, keyof TaskColumns>

/** UNDER_WAY are the states that a worker has something to do in. */
export const UNDER_WAY: readonly ImportRow['state'][] = ['reading', 'importing', 'undoing']

export const insertImport = async (tx: Tx, row: NewImport): Promise<number> =>
  (
    await tx
      .insertInto('imports')
      .values({ ...row, state: 'uploading', acting_id: row.created_by })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const selectNamed = (query: Query) =>
  query
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.created_by')
    .selectAll('imports')
    .select(personName('users').as('created_by_name'))

export type NamedImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

export const findImport = (query: Query, id: number) =>
  selectNamed(query).where('imports.id', '=', id).executeTakeFirst()

/** listImports leaves out what never began. */
export const listImports = (
  query: Query,
  ownOf: number | null | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  selectNamed(query)
    .where('imports.state', '<>', 'uploading')
    .$if(ownOf !== undefined, (imports) => imports.where('imports.created_by', '=', ownOf!))
    .orderBy('imports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const holdImport = (tx: Tx, { forUpdate }: Pick<Dialect, 'forUpdate'>, id: number) =>
  tx.selectFrom('imports').selectAll().where('id', '=', id).modifyEnd(sql.raw(forUpdate)).executeTakeFirst()

/** Only one import per person runs at a time, so that nobody takes the turns of others. */
export const isNextOfPerson = (now: number) => sql<boolean>`not exists (select 1 from imports as other
  where other.lease_until >= ${now} and coalesce(other.acting_id, 0) = coalesce(imports.acting_id, 0))`

export async function updateImport(tx: Tx, id: number, change: ImportUpdate): Promise<void> {
  await tx.updateTable('imports').set(change).where('id', '=', id).execute()
}

export async function deleteImport(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('imports').where('id', '=', id).execute()
}

/** listForgotten are uploads that were never finished or imported, and the oldest of the history. */
export const listForgotten = async (tx: Tx, { begun, ended }: { begun: number; ended: number }, most: number) =>
  (
    await tx
      .selectFrom('imports')
      .select('id')
      .where(({ eb, and, or }) =>
        or([
          and([eb('state', 'in', ['uploading', 'ready', 'failed'] as const), eb('created_at', '<', begun)]),
          and([eb('state', 'not in', UNDER_WAY), eb('created_at', '<', ended)]),
        ]),
      )
      .limit(most)
      .execute()
  ).map(({ id }) => id)

// The upload.

export async function putPiece(tx: Tx, import_id: number, number: number, bytes: Buffer): Promise<void> {
  await tx
    .insertInto('import_pieces')
    .values({ import_id, number, bytes })
    .onConflict((conflict) => conflict.columns(['import_id', 'number']).doUpdateSet({ bytes }))
    .execute()
}

/** listPieces are the numbers of the pieces that are there, and how long they are together. */
export async function listPieces(query: Query, id: number): Promise<{ numbers: number[]; size: number }> {
  const rows = await query
    .selectFrom('import_pieces')
    .select(['number', sql<number>`length(bytes)`.as('length')])
    .where('import_id', '=', id)
    .orderBy('number')
    .execute()
  return { numbers: rows.map((row) => row.number), size: rows.reduce((sum, row) => sum + Number(row.length), 0) }
}

export async function* readPieces(query: Query, id: number): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const piece = query.selectFrom('import_pieces').select('bytes').where('import_id', '=', id)
    const row = await piece.where('number', '=', number).executeTakeFirst()
    if (!row) return
    yield row.bytes
  }
}

export async function deletePieces(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('import_pieces').where('import_id', '=', id).execute()
}

// What an import changed.

export type ImportChange = Selectable<Tables['import_changes']>

/** putChanges: of a document that the same import changed before, what it was at first stays. */
export async function putChanges(tx: Tx, rows: Omit<ImportChange, 'outcome'>[]): Promise<void> {
  for (const some of batchesOf(rows))
    await tx
      .insertInto('import_changes')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'document_id']).doUpdateSet(({ ref }) => ({
          version: ref('excluded.version'),
          draft_version: ref('excluded.draft_version'),
        })),
      )
      .execute()
}

export const listChanged = async (query: Query, id: number): Promise<Set<number>> =>
  new Set(
    (await query.selectFrom('import_changes').select('document_id').where('import_id', '=', id).execute()).map(
      ({ document_id }) => document_id,
    ),
  )

/** MadeByImport is what an import has done so far, whatever ended its runs. Deleted documents are counted and not listed. */
export type MadeByImport = {
  created: number
  updated: number
  categories: number
  pages: { id: number; slug: string; change: 'created' | 'updated' }[]
}

export async function readMade(query: Query, id: number): Promise<MadeByImport> {
  const changes = query.selectFrom('import_changes').where('import_id', '=', id)
  const { all, created } = await changes
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      sql<number>`count(case when before is null then 1 end)`.as('created'),
    ])
    .executeTakeFirstOrThrow()
  const pages = await changes
    .innerJoin('documents', 'documents.id', 'import_changes.document_id')
    .select(['documents.id', 'documents.slug', sql<0 | 1>`case when before is null then 1 else 0 end`.as('isNew')])
    .execute()
  return {
    created: Number(created),
    updated: Number(all) - Number(created),
    categories: (await listMadeCategories(query, id)).length,
    pages: pages.map(({ isNew, ...page }) => ({
      ...page,
      change: isNew ? ('created' as const) : ('updated' as const),
    })),
  }
}

/** listToUndo are changes that an undo has not come to yet. */
export const listToUndo = (query: Query, id: number, most: number): Promise<ImportChange[]> =>
  query
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('document_id')
    .limit(most)
    .execute()

export const countToUndo = async (query: Query, id: number): Promise<number> =>
  Number(
    (
      await query
        .selectFrom('import_changes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('import_id', '=', id)
        .where('outcome', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
  )

export async function updateOutcome(tx: Tx, { import_id, document_id }: ImportChange, outcome: string) {
  const change = tx.updateTable('import_changes').set({ outcome }).where('import_id', '=', import_id)
  await change.where('document_id', '=', document_id).execute()
}

/** countUndone is how many were made by the import, and how many were there before. */
export async function countUndone(query: Query, id: number): Promise<{ deleted: number; restored: number }> {
  const { deleted, all } = await query
    .selectFrom('import_changes')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      sql<number>`count(case when before is null then 1 end)`.as('deleted'),
    ])
    .where('import_id', '=', id)
    .where('outcome', '=', 'undone')
    .executeTakeFirstOrThrow()
  return { deleted: Number(deleted), restored: Number(all) - Number(deleted) }
}

/** listKept are the documents that an undo left as they are, and why. */
export const listKept = (query: Query, id: number, most: number) =>
  query
    .selectFrom('import_changes')
    .innerJoin('documents', 'documents.id', 'import_changes.document_id')
    .select(['document_id', 'documents.title', sql<string>`outcome`.as('reason')])
    .where('import_id', '=', id)
    .where('outcome', 'not in', ['undone', 'gone'])
    .orderBy('document_id')
    .limit(most)
    .execute()

export async function putCategory(tx: Tx, import_id: number, category_id: number): Promise<void> {
  await tx.insertInto('import_categories').values({ import_id, category_id }).execute()
}

/** listMadeCategories: the last made comes first, so that children come before their parents. */
export const listMadeCategories = async (query: Query, id: number): Promise<number[]> =>
  (
    await query
      .selectFrom('import_categories')
      .select('category_id')
      .where('import_id', '=', id)
      .orderBy('category_id', 'desc')
      .execute()
  ).map(({ category_id }) => category_id)
