// Queries over redirects.

import { type Insertable, type Selectable, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

export type RedirectRow = Selectable<Tables['redirects']>
type NewRedirect = Insertable<Tables['redirects']>

type WantedRedirects = { q: string; limit: number; offset: number }

export function listRows(query: Query, { q, limit, offset }: WantedRedirects): Promise<RedirectRow[]> {
  const pattern = sql<string>`${`%${q.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  return (
    query
      .selectFrom('redirects')
      .selectAll()
      // A text inside paths has no index; the table is as long as someone's list of moved pages.
      .$if(q !== '', (rows) =>
        rows.where(({ eb, or }) => or([eb('from_path', 'like', pattern), eb('to_path', 'like', pattern)])),
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

/** findFor is the redirect of a path: an exact one, else the longest prefix. */
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

/** putRows: an address that led elsewhere before leads to the new place from now on; its hits stay. */
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

/** keepPath gives a document an address of an old site; whoever had it has none. Returns the document where that is new. */
export async function keepPath(tx: Tx, slug: string, path: string) {
  const page = await tx
    .selectFrom('documents')
    .select(['id', 'category_id', 'path'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!page || page.path === path) return undefined
  await tx.updateTable('document_rows').set({ path: null }).where('path', '=', path).execute()
  await tx.updateTable('document_rows').set({ path }).where('id', '=', page.id).execute()
  return page
}

export async function updateRow(
  tx: Tx,
  id: number,
  row: Pick<NewRedirect, 'from_path' | 'to_path' | 'kind' | 'status'>,
) {
  await tx.updateTable('redirects').set(row).where('id', '=', id).execute()
}

export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('redirects').where('id', '=', id).execute()
}

export async function addHits(tx: Tx, hits: ReadonlyMap<number, number>, at: number): Promise<void> {
  // One order for everyone, so that two nodes that write at once can't wait for each other.
  for (const [id, count] of [...hits].sort(([one], [other]) => one - other)) {
    const added = { hits: sql<number>`hits + ${count}`, last_hit_at: at }
    await tx.updateTable('redirects').set(added).where('id', '=', id).execute()
  }
}

export async function deleteRowsTo(tx: Tx, documentId: number): Promise<void> {
  const page = tx
    .selectFrom('document_rows')
    .select(sql<string>`'/read/' || slug`.as('path'))
    .where('id', '=', documentId)
  await tx.deleteFrom('redirects').where('to_path', '=', page).execute()
}
