// Queries over when a saved text is to be published, and over the numbers of working copies. Texts are in revisions/.

import type { Selectable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'

/** updateDraftVersion also takes away why an earlier text was not published at its time. */
export async function updateDraftVersion(tx: Tx, id: number, draft_version: number): Promise<void> {
  await tx.updateTable('document_rows').set({ draft_version, fault: null }).where('id', '=', id).execute()
}

type PublicationPlan = Pick<Selectable<Tables['documents']>, 'scheduled_at' | 'scheduled_by' | 'fault'>
export const NO_PLAN: PublicationPlan = { scheduled_at: null, scheduled_by: null, fault: null }

export async function updatePlan(tx: Tx, documentId: number, plan: PublicationPlan): Promise<void> {
  await tx.updateTable('document_rows').set(plan).where('id', '=', documentId).execute()
}

/** listDue are the documents whose time has come. */
export const listDue = (query: Query, now: number, most: number) =>
  query
    .selectFrom('documents')
    .select(['id', 'scheduled_at', 'scheduled_by'])
    .where('scheduled_at', '<=', now)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(most)
    .execute()
