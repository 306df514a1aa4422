// Queries over who has a document open. The access rule is in findTipId, which callers run first.

import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

/** The revision that editors continue, and the document's version. */
export const findTipId = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .leftJoin('drafts', (join) =>
      join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
    )
    .select('documents.version')
    .select(sql<number>`coalesce(drafts.head_id, documents.published_id)`.as('revision'))
    .where('documents.id', '=', documentId)
    .where(filter)
    .executeTakeFirst()

export async function upsertPresence(tx: Tx, row: Insertable<Tables['presence']>): Promise<void> {
  const { seen_at } = row
  await tx
    .insertInto('presence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doUpdateSet({ seen_at }))
    .execute()
}

/** The others, by name. */
export const listPresent = (query: Query, documentId: number, exceptId: number | null, since: number) =>
  query
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select(['presence.user_id', personName('users').as('name')])
    .where('presence.document_id', '=', documentId)
    .where('presence.seen_at', '>=', since)
    .where('presence.user_id', '<>', exceptId ?? 0)
    .orderBy('name')
    .orderBy('presence.user_id')
    .execute()

export async function deletePresence(tx: Tx, documentId: number, userId: number): Promise<void> {
  await tx.deleteFrom('presence').where('document_id', '=', documentId).where('user_id', '=', userId).execute()
}

export async function deletePresentBefore(tx: Tx, before: number, most: number): Promise<number> {
  const gone = sql`(document_id, user_id) in (select document_id, user_id from presence where seen_at < ${before} limit ${most})`
  const { numAffectedRows } = await sql`delete from presence where ${gone}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
