// Queries of import and export: documents with their content, by slug and in order.

import { type InferResult, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'

const select = (query: Query) =>
  query
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .select([
      'documents.id',
      'documents.slug',
      'documents.title',
      'documents.summary',
      'documents.category_id',
      'documents.tags',
      'documents.visibility',
      'documents.published',
      'documents.lang',
      'documents.position',
      'documents.pinned_at',
      'documents.version',
      'documents.draft_version',
      'revisions.blocks',
    ])
    .select(
      sql<0 | 1>`exists (select 1 from drafts where drafts.document_id = documents.id and kind = 'shared')`.as(
        'has_draft',
      ),
    )
export type ImportedRow = InferResult<ReturnType<typeof select>>[number]

export async function findImported(query: Query, slugs: string[]): Promise<Map<string, ImportedRow>> {
  if (slugs.length === 0) return new Map()
  const rows = await select(query).where('documents.slug', 'in', slugs).execute()
  return new Map(rows.map((row) => [row.slug, row]))
}

/** listAfter goes through all documents by id, a few at a time. */
export const listAfter = (query: Query, id: number, limit: number): Promise<ImportedRow[]> =>
  select(query).where('documents.id', '>', id).orderBy('documents.id').limit(limit).execute()

/** listFiled is where every document is filed, without its content. */
export const listFiled = (query: Query) =>
  query.selectFrom('documents').select(['id', 'slug', 'category_id']).orderBy('id').execute()

/** listSlugsFrom are slugs that begin so, and where their documents are filed. */
export const listSlugsFrom = (query: Query, beginnings: string[]) =>
  query
    .selectFrom('documents')
    .select(['slug', 'category_id'])
    .where((eb) => eb.or(beginnings.map((beginning) => eb('slug', 'like', `${beginning}%`))))
    .execute()

/** listFormerSlugs is every slug that a document had before, with the current one. */
export const listFormerSlugs = (query: Query) =>
  query
    .selectFrom('former_slugs')
    .innerJoin('documents', 'documents.id', 'former_slugs.document_id')
    .select(['former_slugs.slug', 'documents.slug as present'])
    .execute()

export type FolderPage = { path: string; document_id: number }

/** listFolderPages are the pages that came from this folder and are not deleted. */
export const listFolderPages = (query: Query, folder: string) =>
  query
    .selectFrom('folder_pages')
    .innerJoin('documents', 'documents.id', 'folder_pages.document_id')
    .select(['folder_pages.path', 'folder_pages.document_id', 'documents.title'])
    .where('folder_pages.folder', '=', folder)
    .orderBy('folder_pages.path')
    .execute()

/** putFolderPages: a page belongs to the folder that brought it last. */
export async function putFolderPages(tx: Tx, folder: string, pages: readonly FolderPage[]): Promise<void> {
  for (const some of batchesOf(pages))
    await tx
      .insertInto('folder_pages')
      .values(some.map((page) => ({ ...page, folder })))
      .onConflict((conflict) =>
        conflict
          .column('document_id')
          .doUpdateSet(({ ref }) => ({ folder: ref('excluded.folder'), path: ref('excluded.path') })),
      )
      .execute()
}

export async function deleteFolderPage(tx: Tx, documentId: number): Promise<void> {
  await tx.deleteFrom('folder_pages').where('document_id', '=', documentId).execute()
}

export const hasDocuments = async (query: Query): Promise<boolean> =>
  (await query.selectFrom('documents').select('id').limit(1).executeTakeFirst()) !== undefined
