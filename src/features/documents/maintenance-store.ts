// Bounds views, revisions and the trash: each statement changes a limited number of rows and returns how many.

import { type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import { listWriting } from './revisions/store.ts'

/** Moves views of days before `firstKept` to the first of their month. */
export async function foldViews(tx: Tx, firstKept: string, most: number): Promise<number> {
  const rows = await tx
    .selectFrom('views')
    .selectAll()
    .where('day', '<', firstKept)
    .where('day', 'not like', '%-01')
    .limit(most)
    .execute()
  for (const { document_id, day, views } of rows) {
    await tx.deleteFrom('views').where('document_id', '=', document_id).where('day', '=', day).execute()
    await tx
      .insertInto('views')
      .values({ document_id, day: `${day.slice(0, 7)}-01`, views })
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'day']).doUpdateSet((eb) => ({ views: eb('views.views', '+', views) })),
      )
      .execute()
  }
  return rows.length
}

const IS_PUBLISHED = sql<SqlBool>`revisions.version is not null`

/** Documents with more than `keep` published revisions besides the current one. */
export async function listCrowded(query: Query, keep: number): Promise<number[]> {
  const rows = await query
    .selectFrom('revisions')
    .select('document_id')
    .where(IS_PUBLISHED)
    .groupBy('document_id')
    .having(sql<number>`count(*)`, '>', keep + 1)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** Still referenced by its document, a draft, a preview link, an iteration or a proposal. */
const NAMED = sql<SqlBool>`(exists (select 1 from document_rows where document_rows.published_id = revisions.id)
  or exists (select 1 from drafts where drafts.document_id = revisions.document_id
    and revisions.id in (drafts.base_id, drafts.head_id, drafts.scheduled_id))
  or exists (select 1 from preview_links where preview_links.revision_id = revisions.id)
  or exists (select 1 from iterations where iterations.document_id = revisions.document_id
    and revisions.id in (iterations.base_id, iterations.draft_id, iterations.drafted_id))
  or exists (select 1 from proposals where proposals.document_id = revisions.document_id
    and revisions.id in (proposals.base_id, proposals.revision_id)))`

/** Keeps a document's newest `keep` revisions before the published one. */
export const deleteRevisionsBeyond = (tx: Tx, documentId: number, keep: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'revisions',
    'id',
    tx
      .selectFrom('revisions')
      .select('id')
      .where('document_id', '=', documentId)
      .where(IS_PUBLISHED)
      .where('version', '<', (from) =>
        from
          .selectFrom('revisions as newer')
          .select('newer.version')
          .where('newer.document_id', '=', documentId)
          .where('newer.version', 'is not', null)
          .orderBy('newer.version', 'desc')
          .limit(1)
          .offset(keep),
      )
      .where((eb) => eb.not(NAMED))
      .orderBy('version')
      .limit(most),
  )

/** Deletes drafts of jobs that no iteration references and that were never published. */
export const deleteFormerDrafts = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'revisions',
    'id',
    tx
      .selectFrom('revisions')
      .select('id')
      .where('version', 'is', null)
      .where('iteration_id', 'is not', null)
      .where('created_at', '<', before)
      .where((eb) => eb.not(NAMED))
      .limit(most),
  )

/** Deletes visitors' suggestions closed before a time, with their unpublished texts. */
export async function deleteSuggestions(tx: Tx, before: number, most: number): Promise<number> {
  const closed = await tx
    .selectFrom('proposals')
    .select(['id', 'revision_id', 'base_id'])
    .where('sender', 'is not', null)
    .where('closed_at', '<', before)
    .limit(most)
    .execute()
  for (const { id, revision_id, base_id } of closed) {
    await tx.deleteFrom('proposals').where('id', '=', id).execute()
    if (revision_id === null) continue
    const texts = (await listWriting(tx, revision_id, base_id ?? 0)).map((text) => text.id)
    const own = tx.deleteFrom('revisions').where('id', 'in', texts).where('version', 'is', null)
    await own.where((eb) => eb.not(NAMED)).execute()
  }
  return closed.length
}

/** Purges documents deleted before a time, oldest first. */
export const deleteTrash = (tx: Tx, before: number, most: number) =>
  tx
    .deleteFrom('document_rows')
    .where('id', 'in', (from) =>
      from
        .selectFrom('document_rows')
        .innerJoin('deletions', 'deletions.id', 'document_rows.deletion_id')
        .select('document_rows.id')
        .where('deletions.deleted_at', '<', before)
        .orderBy('deletions.deleted_at')
        .limit(most),
    )
    .returning(['id', 'slug', 'category_id', 'visibility', 'published'])
    .execute()
