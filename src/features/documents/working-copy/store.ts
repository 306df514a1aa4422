// Queries over scheduled publications and versions of working copies. Texts are in revisions/.

import type { Selectable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** Also clears why an earlier text wasn't published on time. */
export async function updateDraftVersion(tx: Tx, id: number, draft_version: number): Promise<void> {
  await tx.updateTable('document_rows').set({ draft_version, fault: null }).where('id', '=', id).execute()
}

type PublicationPlan = Pick<Selectable<Tables['documents']>, 'scheduled_at' | 'scheduled_by' | 'fault'>
export const NO_PLAN: PublicationPlan = { scheduled_at: null, scheduled_by: null, fault: null }

export async function updatePlan(tx: Tx, documentId: number, plan: PublicationPlan): Promise<void> {
  await tx.updateTable('document_rows').set(plan).where('id', '=', documentId).execute()
}

/** Documents due for publication. */
export const listDue = (query: Query, now: number, most: number) =>
  query
    .selectFrom('documents')
    .select(['id', 'scheduled_at', 'scheduled_by'])
    .where('scheduled_at', '<=', now)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(most)
    .execute()
