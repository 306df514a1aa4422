// Queries over what readers say about pages.

import { type Insertable, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { Addressee, WaitingPart } from '#features/inbox/waiting.ts'
import { OWNED_CATEGORIES } from '#features/owners/owners.ts'

export async function insertFeedback(tx: Tx, row: Insertable<Tables['feedback']>): Promise<void> {
  await tx.insertInto('feedback').values(row).execute()
}

export const countSections = (query: Query, documentId: number) =>
  query
    .selectFrom('feedback')
    .select(['section', sql<number>`sum(is_helpful)`.as('yes'), sql<number>`sum(1 - is_helpful)`.as('no')])
    .where('document_id', '=', documentId)
    .groupBy('section')
    .orderBy('section')
    .execute()

export const listSaid = (query: Query, documentId: number, most: number) =>
  query
    .selectFrom('feedback')
    .select(['id', 'section', 'is_helpful', sql<string>`said`.as('said'), 'created_at'])
    .where('document_id', '=', documentId)
    .where('said', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** selectFeedback: what someone missed on a page, for its owner; of pages that nobody owns, for every editor. */
export function selectFeedback({ readable }: Addressee): WaitingPart[] {
  const entry = {
    kinds: ['feedback'] as const,
    ref_id: sql`feedback.id`,
    since: sql`feedback.created_at`,
    document_id: sql`feedback.document_id`,
    text: sql`feedback.said`,
  }
  const isComplaint = sql`feedback.said is not null and feedback.is_helpful = 0`
  return [
    {
      ...entry,
      title: sql`mine.title`,
      from: sql`mine cross join feedback`,
      where: sql`feedback.document_id = mine.id and ${isComplaint}`,
    },
    {
      ...entry,
      from: sql`feedback join documents on documents.id = feedback.document_id`,
      where: sql`${isComplaint} and not exists (select 1 from owners where owners.document_id = documents.id)
        and (documents.category_id is null or documents.category_id not in (${OWNED_CATEGORIES})) and ${readable}`,
    },
  ]
}
