// Queries over categories, grants and gates. No rules.

import { type Expression, type InferResult, type NotNull, type Selectable, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { prepared, preparedBy } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { accessRows } from './access-list.ts'
import type { AccessList } from './schemas.ts'

/** What the tree's rules need of a category. */
const SHAPE = ['id', 'parent_id', 'position', 'slot', 'depth', 'visibility', 'audience'] as const
export type CategoryShape = Pick<Selectable<Tables['categories']>, (typeof SHAPE)[number]>

const selectRows = (query: Query, countable?: Expression<SqlBool>) =>
  query
    .selectFrom('categories')
    .select(SHAPE)
    .select(['name', 'slug', 'description', 'review_after', 'index_id', 'created_at', 'updated_at'])
    .select((eb) =>
      eb
        .selectFrom('documents')
        .whereRef('documents.category_id', '=', 'categories.id')
        .$if(countable !== undefined, (documents) => documents.where(countable!))
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('document_count'),
    )
    .$narrowType<{ document_count: NotNull }>()
export type CategoryRow = InferResult<ReturnType<typeof selectRows>>[number]

/** What a person may see: a filter of categories, and one of the documents to count. */
export type Sight = { categories: Expression<SqlBool>; documents: Expression<SqlBool> }

export const listCategoryRows = (query: Query, { categories, documents }: Sight): Promise<CategoryRow[]> =>
  selectRows(query, documents)
    .where(categories)
    .orderBy('depth')
    .orderBy(sql`coalesce(parent_id, 0)`)
    .orderBy('position')
    .execute()

export const findCategoryRow = (query: Query, id: number, sight?: Sight): Promise<CategoryRow | undefined> =>
  selectRows(query, sight?.documents)
    .where('id', '=', id)
    .$if(sight !== undefined, (rows) => rows.where(sight!.categories))
    .executeTakeFirst()

export const listHiddenIds = async (query: Query, readable: Expression<SqlBool>): Promise<number[]> =>
  (
    await query
      .selectFrom('categories')
      .select('id')
      .where((eb) => eb.not(readable))
      .execute()
  ).map(({ id }) => id)

/** The whole tree in one query, parents before children. */
export const listShapes = (query: Query): Promise<CategoryShape[]> =>
  query.selectFrom('categories').select(SHAPE).orderBy('depth').orderBy('position').orderBy('id').execute()

/** Prepared like selectAncestors, because every save asks: otherwise editors on PostgreSQL would wait for the planner. */
const selectForShare = preparedBy<Dialect['forShare'], CategoryShape, { id: number }>(
  (held) => held,
  (held, slot, query) =>
    query.selectFrom('categories').select(SHAPE).where('id', '=', slot('id')).modifyEnd(sql.raw(held)),
)

/** Locks the category in share mode until the end of the transaction, so that its audience stays valid. */
export const findShapeForShare = async (
  tx: Tx,
  { forShare }: Pick<Dialect, 'forShare'>,
  id: number,
): Promise<CategoryShape | undefined> => (await selectForShare(tx, forShare, { id }))[0]

export const findSlugHolder = async (query: Query, slug: string): Promise<number | undefined> =>
  (await query.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirst())?.id

export const insertCategory = (
  tx: Tx,
  row: Omit<CategoryRow, 'id' | 'document_count'> & { created_by: number | null },
): Promise<{ id: number }> => tx.insertInto('category_rows').values(row).returning('id').executeTakeFirstOrThrow()

export const updateCategory = async (
  tx: Tx,
  id: number,
  fields: Partial<Omit<CategoryRow, 'id' | 'document_count' | 'created_at'>>,
): Promise<void> => void (await tx.updateTable('category_rows').set(fields).where('id', '=', id).execute())

/** Waits for saves into these categories and blocks new ones. */
export async function holdForRemoval(
  tx: Tx,
  dialect: Pick<Dialect, 'forRemoval'>,
  ids: readonly number[],
): Promise<Map<number, Pick<CategoryRow, 'id' | 'name' | 'slug' | 'parent_id'>>> {
  const held = []
  for (const some of batchesOf(ids))
    held.push(
      ...(await tx
        .selectFrom('categories')
        .select(['id', 'name', 'slug', 'parent_id'])
        .where('id', 'in', some)
        .orderBy('id')
        .modifyEnd(sql.raw(dialect.forRemoval))
        .execute()),
    )
  return new Map(held.map((row) => [row.id, row]))
}

const siblingsOf = (parentId: number | null) =>
  sql<boolean>`coalesce(parent_id, 0) = ${parentId ?? 0} and deletion_id is null`

/**
 * Moves siblings after a position up. Goes through negative positions, because (parent, position) is unique at every
 * statement.
 */
export async function closeGap(tx: Tx, parentId: number | null, position: number): Promise<void> {
  await tx
    .updateTable('category_rows')
    .set({ position: sql<number>`-position` })
    .where(siblingsOf(parentId))
    .where('position', '>', position)
    .execute()
  await tx
    .updateTable('category_rows')
    .set({ position: sql<number>`-position - 1` })
    .where(siblingsOf(parentId))
    .where('position', '<', 0)
    .execute()
}

/** Frees a position for a restored category. */
export async function openGap(tx: Tx, parentId: number | null, position: number): Promise<void> {
  await tx
    .updateTable('category_rows')
    .set({ position: sql<number>`-2 - position` })
    .where(siblingsOf(parentId))
    .where('position', '>=', position)
    .execute()
  await tx
    .updateTable('category_rows')
    .set({ position: sql<number>`-1 - position` })
    .where(siblingsOf(parentId))
    .where('position', '<', 0)
    .execute()
}

/** Writes positions in the list's order, through negative ones as above. */
export async function writeOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of batchesOf(ids)) {
    await tx
      .updateTable('category_rows')
      .set({ position: sql<number>`-1 - position` })
      .where('id', 'in', some)
      .execute()
  }
  for (const [position, id] of ids.entries()) {
    await tx.updateTable('category_rows').set({ position }).where('id', '=', id).execute()
  }
}

export const listAccessRows = (query: Query, categoryId?: number) =>
  query
    .selectFrom('category_access')
    .selectAll()
    .$if(categoryId !== undefined, (only) => only.where('category_id', '=', categoryId!))
    .orderBy('category_id')
    .orderBy('role')
    .orderBy('user_id')
    .orderBy('group_id')
    .execute()

export async function writeAccess(tx: Tx, categoryId: number, access: AccessList): Promise<void> {
  await tx.deleteFrom('category_access').where('category_id', '=', categoryId).execute()
  const rows = accessRows(access).map((row) => ({ category_id: categoryId, ...row }))
  if (rows.length > 0) await tx.insertInto('category_access').values(rows).execute()
}

export const listGates = (query: Query) => query.selectFrom('category_gates').selectAll().execute()

export async function writeGates(tx: Tx, categoryId: number, gateIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('category_gates').where('category_id', '=', categoryId).execute()
  if (gateIds.length === 0) return
  const rows = gateIds.map((gate_id) => ({ category_id: categoryId, gate_id }))
  await tx.insertInto('category_gates').values(rows).execute()
}

type Ancestor = { id: number; name: string; slug: string }

const selectAncestors = prepared<Ancestor, { id: number }>((slot, query) =>
  query
    .withRecursive('above', (db) =>
      db
        .selectFrom('categories')
        .select(['id', 'parent_id', 'name', 'slug', 'depth'])
        .where('id', '=', slot('id'))
        .union((up) =>
          up
            .selectFrom('categories')
            .innerJoin('above', 'above.parent_id', 'categories.id')
            .select([
              'categories.id',
              'categories.parent_id',
              'categories.name',
              'categories.slug',
              'categories.depth',
            ]),
        ),
    )
    .selectFrom('above')
    .select(['id', 'name', 'slug'])
    .orderBy('depth'),
)

/** From the root down to the category itself. */
export const listAncestors = (query: Query, id: number): Promise<Ancestor[]> => selectAncestors(query, { id })

export const findReadableRow = (query: Query, filter: Expression<SqlBool>, key: { slug: string } | { id: number }) =>
  query
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description', 'audience', 'index_id'])
    .where((eb) => eb.and(key))
    .where(filter)
    .executeTakeFirst()

export const listReadableIds = async (query: Query, filter: Expression<SqlBool>, ids: readonly number[]) =>
  (await query.selectFrom('categories').select('id').where('id', 'in', ids).where(filter).execute()).map(({ id }) => id)

export async function forgetGrants(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('category_access').where('user_id', '=', userId).execute()
}

export const listMadeBy = (query: Query, userId: number) =>
  query.selectFrom('categories').select(['id', 'name', 'slug']).where('created_by', '=', userId).orderBy('id').execute()

/** The categories' own check intervals, parents before children. */
export const listReviews = (query: Query) =>
  query.selectFrom('categories').select(['id', 'parent_id', 'review_after']).orderBy('depth').orderBy('id').execute()

export const hasDocument = async (query: Query, id: number): Promise<boolean> =>
  (await query.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The categories that a document stands for. */
export const listFrontsOf = async (query: Query, documentId: number): Promise<number[]> => {
  const fronts = query.selectFrom('categories').select('id').where('index_id', '=', documentId).orderBy('id')
  return (await fronts.execute()).map(({ id }) => id)
}

/** No category has this document as its front page any more. */
export async function clearFronts(tx: Tx, documentId: number): Promise<void> {
  await tx.updateTable('category_rows').set({ index_id: null }).where('index_id', '=', documentId).execute()
}
