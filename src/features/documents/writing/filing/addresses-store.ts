// Queries over current and former slugs of documents.

import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { prepared } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'

type FormerSlug = Pick<Selectable<Tables['former_slugs']>, 'slug' | 'since'>
/** The documents that have this slug now and had it before. */
type SlugClaims = { holder: number | null; former: number | null }

const selectClaims = prepared<SlugClaims, { slug: string }>(
  (slot) => sql<SlugClaims>`select
    (select id from documents where slug = ${slot('slug')}) as holder,
    (select document_id from former_slugs where slug = ${slot('slug')}
      and document_id in (select id from documents)) as former`,
)

/** One query for both, because every new document needs it. */
export const findClaims = async (query: Query, slug: string): Promise<SlugClaims> =>
  (await selectClaims(query, { slug }))[0]!

export async function deleteTakenSlugs(tx: Tx, documentId: number): Promise<void> {
  const taken = tx.selectFrom('documents').select('slug').where('id', '<>', documentId)
  await tx.deleteFrom('former_slugs').where('document_id', '=', documentId).where('slug', 'in', taken).execute()
}

export async function insertFormerSlug(tx: Tx, documentId: number, { slug, since }: FormerSlug): Promise<void> {
  await tx
    .insertInto('former_slugs')
    .values({ slug, document_id: documentId, since })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ document_id: documentId, since }))
    .execute()
}

export async function deleteFormerSlug(tx: Tx, slug: string): Promise<void> {
  await tx.deleteFrom('former_slugs').where('slug', '=', slug).execute()
}

/** Keeps only a document's newest former slugs. */
export async function deleteOldestSlugs(tx: Tx, documentId: number, mostKept: number): Promise<void> {
  const newest = tx
    .selectFrom('former_slugs')
    .select('slug')
    .where('document_id', '=', documentId)
    .orderBy('since', 'desc')
    .orderBy('slug')
    .limit(mostKept)
  await tx.deleteFrom('former_slugs').where('document_id', '=', documentId).where('slug', 'not in', newest).execute()
}
