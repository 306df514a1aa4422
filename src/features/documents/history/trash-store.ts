// Queries over deleted documents.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'
import { namesUploads } from '../uploads/store.ts'

export type TrashRow = Selectable<Tables['trash']>

export async function insertTrash(tx: Tx, row: Insertable<Tables['trash']>): Promise<void> {
  await tx.insertInto('trash').values(row).execute()
}

/** findStanding is what a document has been given besides its content: it was published, pinned, approved. */
export const findStanding = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('documents')
    .select([
      'published',
      'first_version',
      'lang',
      'front_matter',
      'source_file',
      'published_at',
      'pinned_at',
      'approved_by',
      'approved_at',
      'by_model',
    ])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()

const REVISION = sql.raw('id, document_id, version, title, summary, blocks, origin, author_id, created_at, evidence')

/** keepRevisions lets a document's revisions wait beside it, before it is deleted. */
export async function keepRevisions(tx: Tx, documentId: number): Promise<void> {
  await sql`insert into trash_revisions (${REVISION})
    select ${REVISION} from revisions where document_id = ${documentId}`.execute(tx)
}

export async function bringBackRevisions(tx: Tx, documentId: number): Promise<void> {
  await sql`insert into revisions (${REVISION})
    select ${REVISION} from trash_revisions where document_id = ${documentId}`.execute(tx)
}

/** listUploadRevisions are the contents of a document's revisions that may name uploads. */
export const listUploadRevisions = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('revisions')
    .select('blocks')
    .where('document_id', '=', documentId)
    .where(namesUploads('blocks'))
    .execute()

export const listTrashRows = (query: Query, { limit, offset }: { limit: number; offset: number }) =>
  query
    .selectFrom('trash')
    .leftJoin('users', 'users.id', 'trash.deleted_by')
    .leftJoin('categories', 'categories.id', 'trash.category_id')
    .select([
      'trash.document_id',
      'trash.slug',
      'trash.title',
      'trash.summary',
      'trash.visibility',
      'trash.category_id',
      'categories.name as category',
      'trash.deleted_by',
      'trash.deleted_at',
    ])
    .select(personName('users').as('deleted_by_name'))
    .orderBy('trash.deleted_at', 'desc')
    .orderBy('trash.document_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findTrash = (query: Query, documentId: number): Promise<TrashRow | undefined> =>
  query.selectFrom('trash').selectAll().where('document_id', '=', documentId).executeTakeFirst()

/** holdTrash keeps the row for this transaction: others who would take it wait, and then find none. */
export const holdTrash = async (
  tx: Tx,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  documentId: number,
): Promise<boolean> => {
  const select = tx.selectFrom('trash').select('document_id').where('document_id', '=', documentId)
  return (await select.modifyEnd(sql.raw(forUpdate)).executeTakeFirst()) !== undefined
}

/** takeTrash removes the row and returns whether this transaction did: of several at once, exactly one does. */
export const takeTrash = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx.deleteFrom('trash').where('document_id', '=', documentId).executeTakeFirst()).numDeletedRows > 0n
