// Statements that keep views, revisions and the trash from growing forever: each changes a bounded number of rows and
// returns how many.

import { sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'

/** foldViews moves the views of days before `firstKept` to the first day of their month. */
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

/** listCrowded gives the documents that have more than `keep` revisions. */
export async function listCrowded(query: Query, keep: number): Promise<number[]> {
  const rows = await query
    .selectFrom('revisions')
    .select('document_id')
    .groupBy('document_id')
    .having(sql<number>`count(*)`, '>', keep)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** deleteRevisionsBeyond leaves a document its newest `keep` revisions. */
export const deleteRevisionsBeyond = (tx: Tx, documentId: number, keep: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'revisions',
    'id',
    tx
      .selectFrom('revisions')
      .select('id')
      .where('document_id', '=', documentId)
      // A working copy is merged with what the document said when it was begun.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('working_copies')
              .select('document_id')
              .whereRef('working_copies.document_id', '=', 'revisions.document_id')
              .whereRef('working_copies.base_version', '<=', 'revisions.version'),
          ),
        ),
      )
      .orderBy('version', 'desc')
      .limit(most)
      .offset(keep),
  )

export const deleteTrash = (tx: Tx, before: number, most: number) =>
  tx
    .deleteFrom('trash')
    .where('document_id', 'in', (from) =>
      from.selectFrom('trash').select('document_id').where('deleted_at', '<', before).limit(most),
    )
    .returning(['document_id as id', 'slug', 'category_id', 'visibility', 'published'])
    .execute()
