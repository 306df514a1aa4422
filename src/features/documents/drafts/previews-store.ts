// Queries over preview links. No access rule: the link is the right to read.

import { type Insertable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import type { Tables } from '#engine/db/tables.ts'

export async function insertLink(tx: Tx, row: Omit<Insertable<Tables['preview_links']>, 'maker_epoch'>): Promise<void> {
  const epoch = sql<number>`coalesce((select link_epoch from users where id = ${row.created_by}), 0)`
  await tx
    .insertInto('preview_links')
    .values({ ...row, maker_epoch: epoch })
    .execute()
}

/**
 * The text a link shows: its revision, or else what the draft says, or else the published text. Nothing if its maker's account
 * was since disabled, deleted, reset or given a lesser role; a link made from a trusted network has no such account.
 */
export const findPreviewed = (query: Query, hash: string, now: number) =>
  query
    .selectFrom('preview_links')
    .innerJoin('documents', 'documents.id', 'preview_links.document_id')
    .leftJoin('drafts', (join) =>
      join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
    )
    .innerJoin('revisions', (join) =>
      join.on(
        'revisions.id',
        '=',
        sql<number>`coalesce(preview_links.revision_id, drafts.head_id, documents.published_id)`,
      ),
    )
    .leftJoin('users', 'users.id', 'preview_links.created_by')
    .select(['documents.slug', 'documents.lang', 'documents.published', 'preview_links.expires_at'])
    .select(['revisions.title', 'revisions.summary', 'revisions.tags', 'revisions.blocks'])
    .select(
      sql<number>`case when revisions.id = documents.published_id then documents.updated_at else revisions.created_at end`.as(
        'saved_at',
      ),
    )
    .select(sql<0 | 1>`case when revisions.version is null then 0 else 1 end`.as('was_published'))
    .where('preview_links.hash', '=', hash)
    .where('preview_links.expires_at', '>', now)
    .where(({ or, and, eb, ref }) =>
      or([
        eb('preview_links.created_by', 'is', null),
        and([eb('users.disabled', '=', 0), eb('users.link_epoch', '=', ref('preview_links.maker_epoch'))]),
      ]),
    )
    .executeTakeFirst()

/** Returns how many there were. */
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
