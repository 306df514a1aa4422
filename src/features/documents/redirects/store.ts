// Queries over redirects.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { readableBy } from '../access/access.ts'

export type RedirectRow = Selectable<Tables['redirects']>
type NewRedirect = Insertable<Tables['redirects']>

/** `unusedSince`: created before that time and not used since. */
type WantedRedirects = {
  q: string
  origin?: RedirectRow['origin'] | undefined
  unusedSince?: number | undefined
  limit: number
  offset: number
}

export function listRows(
  query: Query,
  { q, origin, unusedSince, limit, offset }: WantedRedirects,
): Promise<RedirectRow[]> {
  const pattern = sql<string>`${`%${q.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  return (
    query
      .selectFrom('redirects')
      .selectAll()
      // Text inside paths has no index; the table is small.
      .$if(q !== '', (rows) =>
        rows.where(({ eb, or }) => or([eb('from_path', 'like', pattern), eb('to_path', 'like', pattern)])),
      )
      .$if(origin !== undefined, (rows) => rows.where('origin', '=', origin!))
      .$if(unusedSince !== undefined, (rows) =>
        rows
          .where('created_at', '<', unusedSince!)
          .where(({ eb, or }) => or([eb('last_hit_at', 'is', null), eb('last_hit_at', '<', unusedSince!)])),
      )
      .orderBy('from_path')
      .orderBy('kind')
      .limit(limit)
      .offset(offset)
      .execute()
  )
}

export const findRow = (query: Query, id: number): Promise<RedirectRow | undefined> =>
  query.selectFrom('redirects').selectAll().where('id', '=', id).executeTakeFirst()

/** A path's redirect: an exact one, else the longest prefix. */
export const findFor = (query: Query, exact: string[], above: string[]): Promise<RedirectRow | undefined> =>
  query
    .selectFrom('redirects')
    .selectAll()
    .where(({ eb, and, or }) =>
      or([
        and([eb('kind', '=', 'exact'), eb('from_path', 'in', exact)]),
        and([eb('kind', '=', 'prefix'), eb('from_path', 'in', above)]),
      ]),
    )
    .orderBy(sql`case when kind = 'exact' then 0 else 1 end`)
    .orderBy(sql`length(from_path)`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** A document or category has this address by the tree, whoever may read it. */
export const hasPageAt = async (query: Query, path: string, last: string): Promise<boolean> =>
  (await query
    .selectFrom('documents')
    .select('id')
    .where('path', '=', path)
    .union(query.selectFrom('documents').select('id').where('slug', '=', last))
    .union(query.selectFrom('categories').select('id').where('slug', '=', last))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Documents that may have this address. */
export const listDocumentsAt = (query: Query, path: string, last: string) =>
  query
    .selectFrom('documents')
    .select(['id', 'slug', 'path', 'category_id'])
    .where('path', '=', path)
    .union(query.selectFrom('documents').select(['id', 'slug', 'path', 'category_id']).where('slug', '=', last))
    .execute()

export const findCategoryId = async (query: Query, slug: string): Promise<number | undefined> =>
  (await query.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirst())?.id

/** The page that had this slug before. */
export const findFormerly = async (query: Query, slug: string): Promise<number | undefined> =>
  (await query.selectFrom('former_slugs').select('document_id').where('slug', '=', slug).executeTakeFirst())
    ?.document_id

export const listByIds = (query: Query, ids: readonly number[]): Promise<RedirectRow[]> =>
  query.selectFrom('redirects').selectAll().where('id', 'in', ids).execute()

/** Overwrites existing targets; hit counts stay. */
export async function putRows(tx: Tx, rows: NewRedirect[]): Promise<number[]> {
  const ids: number[] = []
  for (const some of batchesOf(rows)) {
    const put = await tx
      .insertInto('redirects')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['from_path', 'kind']).doUpdateSet((eb) => ({
          to_path: eb.ref('excluded.to_path'),
          status: eb.ref('excluded.status'),
        })),
      )
      .returning('id')
      .execute()
    ids.push(...put.map(({ id }) => id))
  }
  return ids
}

export async function listIdsBySlug(query: Query, slugs: readonly string[]): Promise<Map<number, string>> {
  const rows = await query.selectFrom('documents').select(['id', 'slug']).where('slug', 'in', slugs).execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Gives documents (by slug) old addresses, taking them from others. */
export async function keepPaths(tx: Tx, { listed }: Pick<Dialect, 'listed'>, paths: ReadonlyMap<string, string>) {
  const pages = await tx
    .selectFrom('documents')
    .select(['id', 'slug', 'path'])
    .where('slug', 'in', [...paths.keys()])
    .execute()
  const moved = pages.flatMap(({ id, slug, path: before }) => {
    const path = paths.get(slug)!
    return path === before ? [] : [{ id, path }]
  })
  if (moved.length === 0) return
  const taken = moved.map(({ path }) => path)
  await tx.updateTable('document_rows').set({ path: null }).where('path', 'in', taken).execute()
  const rows = listed(moved, { id: 'bigint', path: 'text' })
  await sql`update document_rows set path = moved.path from ${rows} as moved where document_rows.id = moved.id`.execute(
    tx,
  )
}

export async function updateRow(
  tx: Tx,
  id: number,
  row: Pick<NewRedirect, 'from_path' | 'to_path' | 'kind' | 'status'>,
) {
  await tx.updateTable('redirects').set(row).where('id', '=', id).execute()
}

/** Returns those that existed. */
export const deleteRows = (
  tx: Tx,
  ids: readonly number[],
): Promise<Pick<RedirectRow, 'id' | 'from_path' | 'to_path'>[]> =>
  tx.deleteFrom('redirects').where('id', 'in', ids).returning(['id', 'from_path', 'to_path']).execute()

/** Published texts in id order. */
export const listTexts = (query: Query, actor: Actor, after: number, limit: number) =>
  query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select(['documents.id', 'documents.title', 'revisions.blocks'])
    .where('documents.id', '>', after)
    .where(readableBy(actor))
    .orderBy('documents.id')
    .limit(limit)
    .execute()

export async function addHits(tx: Tx, hits: ReadonlyMap<number, number>, at: number): Promise<void> {
  // Sorted, so that two nodes that write at once can't deadlock.
  for (const [id, count] of [...hits].sort(([one], [other]) => one - other)) {
    const added = { hits: sql<number>`hits + ${count}`, last_hit_at: at }
    await tx.updateTable('redirects').set(added).where('id', '=', id).execute()
  }
}

export async function deleteRowsFrom(
  tx: Tx,
  { from_path, kind }: Pick<RedirectRow, 'from_path' | 'kind'>,
): Promise<void> {
  await tx.deleteFrom('redirects').where('from_path', '=', from_path).where('kind', '=', kind).execute()
}

export async function deleteRowsTo(tx: Tx, documentId: number): Promise<void> {
  const page = tx
    .selectFrom('document_rows')
    .select(sql<string>`'/read/' || slug`.as('path'))
    .where('id', '=', documentId)
  await tx.deleteFrom('redirects').where('to_path', '=', page).execute()
}
