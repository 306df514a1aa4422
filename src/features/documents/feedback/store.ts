// Queries over feedback.

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

export const listRemarks = (query: Query, documentId: number, most: number) =>
  query
    .selectFrom('feedback')
    .select(['id', 'section', 'is_helpful', sql<string>`said`.as('said'), 'created_at', 'seen_at'])
    .where('document_id', '=', documentId)
    .where('said', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Unseen remarks, and a sender's votes since a time. */
export const countWaiting = async (query: Query, sender: string, since: number) => {
  const { rows } = await sql<{ mine: number | null; total: number | null }>`select
    sum(case when said is not null then 1 else 0 end) as total,
    sum(case when sender = ${sender} and (said is not null or created_at > ${since}) then 1 else 0 end) as mine
    from feedback where sender is not null`.execute(query as Tx)
  return { ofSender: Number(rows[0]!.mine ?? 0), inAll: Number(rows[0]!.total ?? 0) }
}

export async function markSeen(tx: Tx, documentId: number, now: number): Promise<void> {
  const unseen = tx.updateTable('feedback').where('document_id', '=', documentId).where('seen_at', 'is', null)
  await unseen.set({ seen_at: now, sender: null }).execute()
}

/** Deletes the text of old seen feedback; counts stay. */
export async function forgetRemarks(tx: Tx, before: number, most: number): Promise<number> {
  const old = tx.selectFrom('feedback').select('id').where('said', 'is not', null).where('seen_at', '<', before)
  const { numUpdatedRows } = await tx
    .updateTable('feedback')
    .set({ said: null })
    .where('id', 'in', old.limit(most))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes senders' hashes once their votes are too old to matter. */
export async function forgetVoters(tx: Tx, before: number): Promise<void> {
  const votes = tx.updateTable('feedback').where('sender', 'is not', null).where('said', 'is', null)
  await votes.set({ sender: null }).where('created_at', '<', before).execute()
}

/** Inbox: unseen remarks, for a page's owner; for every editor if the page has none. */
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
