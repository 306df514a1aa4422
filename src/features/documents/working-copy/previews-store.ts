// Queries over preview links. They carry no access rule: the link is the right to read.

import type { Insertable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import type { Tables } from '#engine/db/tables.ts'

export async function insertLink(tx: Tx, row: Insertable<Tables['preview_links']>): Promise<void> {
  await tx.insertInto('preview_links').values(row).execute()
}

/**
 * findPreviewed is what a link shows: the working copy, or the document itself where there is none. A link of someone whose
 * account was disabled or deleted shows nothing; what a program on a trusted network made has no such person.
 */
export const findPreviewed = (query: Query, hash: string, now: number) =>
  query
    .selectFrom('preview_links')
    .innerJoin('documents', 'documents.id', 'preview_links.document_id')
    .innerJoin('blocks', 'blocks.document_id', 'preview_links.document_id')
    .leftJoin('users', 'users.id', 'preview_links.created_by')
    .leftJoin('working_copies', 'working_copies.document_id', 'preview_links.document_id')
    .select(['documents.slug', 'documents.lang', 'documents.published', 'preview_links.expires_at'])
    .select(['working_copies.document_id as copy_of', 'working_copies.summary as copy_summary', 'documents.summary'])
    .select((eb) => eb.fn.coalesce('working_copies.title', 'documents.title').as('title'))
    .select((eb) => eb.fn.coalesce('working_copies.tags', 'documents.tags').as('tags'))
    .select((eb) => eb.fn.coalesce('working_copies.blocks', 'blocks.blocks').as('blocks'))
    .select((eb) => eb.fn.coalesce('working_copies.updated_at', 'documents.updated_at').as('saved_at'))
    .where('preview_links.hash', '=', hash)
    .where('preview_links.expires_at', '>', now)
    .where(({ or, eb }) => or([eb('preview_links.created_by', 'is', null), eb('users.disabled', '=', 0)]))
    .executeTakeFirst()

/** deleteLinks gives how many there were. */
export async function deleteLinks(tx: Tx, documentId: number): Promise<number> {
  const deleted = await tx.deleteFrom('preview_links').where('document_id', '=', documentId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export const deleteExpired = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'preview_links',
    'hash',
    tx.selectFrom('preview_links').select('hash').where('expires_at', '<', before).limit(most),
  )
