// Queries over the text that editors continue, its ancestors, old autosaves, and schedules. The draft's row is in revisions/.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'
import type { Revision } from '../revisions/store.ts'

/** What the draft says, or else the published text. */
export const findEdited = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .leftJoin('drafts', (join) =>
      join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
    )
    .innerJoin('revisions as head', (join) =>
      join.on('head.id', '=', sql<number>`coalesce(drafts.head_id, documents.published_id)`),
    )
    .leftJoin('users', 'users.id', 'head.author_id')
    .select([
      'head.id as revision',
      'head.title',
      'head.summary',
      'head.tags',
      'head.blocks',
      'head.author_id',
      'head.reason',
    ])
    .select(['documents.version', 'head.created_at as updated_at', personName('users').as('author_name')])
    .select(sql<number>`coalesce(drafts.version, 0)`.as('draft_version'))
    .select(
      sql<number>`case when drafts.id is null then documents.version else head.base_version end`.as('base_version'),
    )
    .where('documents.id', '=', documentId)
    .where(filter)
    .executeTakeFirst()

/** The revision that editors of each document continue. */
export const listTips = (query: Query, ids: readonly number[]) =>
  query
    .selectFrom('documents')
    .leftJoin('drafts', (join) =>
      join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
    )
    .select(['documents.id', sql<number>`coalesce(drafts.head_id, documents.published_id)`.as('revision')])
    .where('documents.id', 'in', ids)
    .execute()

/** As of when its draft began; until then the document has the version of the last one. */
export async function updateDraftVersion(tx: Tx, id: number, draft_version: number): Promise<void> {
  await tx.updateTable('document_rows').set({ draft_version }).where('id', '=', id).execute()
}

/** With null, a revision is kept as one that someone saved. */
export async function updateReason(tx: Tx, id: number, reason: Revision['reason']): Promise<void> {
  await tx.updateTable('revisions').set({ reason }).where('id', '=', id).execute()
}

/** Drafts due for publication. */
export const listDue = (query: Query, now: number, most: number) =>
  query
    .selectFrom('drafts')
    .innerJoin('documents', 'documents.id', 'drafts.document_id')
    .select(['drafts.id', 'drafts.document_id', 'drafts.scheduled_id', 'drafts.scheduled_at', 'drafts.scheduled_by'])
    .where('drafts.scheduled_at', '<=', now)
    .orderBy('drafts.scheduled_at')
    .orderBy('drafts.id')
    .limit(most)
    .execute()

/**
 * A revision, or its predecessor if it was deleted. A revision that lost a merge conflict never becomes a parent, nor does a
 * job's draft.
 */
export const findParent = (query: Query, documentId: number, id: number): Promise<Revision | undefined> =>
  query
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('id', '<=', id)
    .where(({ or, eb }) => or([eb('iteration_id', 'is', null), eb('version', 'is not', null)]))
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '<>', 'conflict'), eb('id', '=', id)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listLineage = (query: Query, documentId: number) =>
  query.selectFrom('revisions').select(['id', 'parent_id', 'merged_id']).where('document_id', '=', documentId).execute()

type RevisionParents = Pick<Revision, 'id' | 'parent_id' | 'merged_id'>

/** A revision with all its ancestors. */
export function ancestorsOf(lineage: readonly RevisionParents[], id: number): Set<number> {
  const byId = new Map(lineage.map((row) => [row.id, row]))
  const found = new Set<number>()
  const left: (number | null)[] = [id]
  while (left.length > 0) {
    const row = byId.get(left.pop() ?? 0)
    if (!row || found.has(row.id)) continue
    found.add(row.id)
    left.push(row.parent_id, row.merged_id)
  }
  return found
}

/** Without those that a draft, a proposal or a preview link names. */
const autosaves = (query: Query) =>
  query
    .selectFrom('revisions')
    .where('revisions.version', 'is', null)
    .where('revisions.reason', '=', 'autosave')
    .where(sql<SqlBool>`not exists (select 1 from drafts where drafts.document_id = revisions.document_id
      and revisions.id in (drafts.head_id, drafts.base_id, drafts.scheduled_id))`)
    .where(sql<SqlBool>`not exists (select 1 from proposals where proposals.document_id = revisions.document_id
      and revisions.id in (proposals.base_id, proposals.revision_id))`)

/** A person's autosaves of a document, oldest first. */
export const listAutosaves = (query: Query, documentId: number, authorId: number | null) =>
  autosaves(query)
    .select(['revisions.id', 'revisions.created_at', 'revisions.parent_id', 'revisions.merged_id'])
    .where('revisions.document_id', '=', documentId)
    .where('revisions.author_id', authorId === null ? 'is' : '=', authorId)
    .orderBy('revisions.id')
    .execute()

/** People and documents with autosaves from before a time. */
export const listAutosavers = (query: Query, before: number) =>
  autosaves(query)
    .select(['revisions.document_id', 'revisions.author_id'])
    .distinct()
    .where('revisions.created_at', '<', before)
    .execute()

/** Its children get its parent. */
export async function deleteAutosave(
  tx: Tx,
  documentId: number,
  { id, parent_id, merged_id }: RevisionParents,
): Promise<void> {
  await sql`update revisions set parent_id = cast(${parent_id} as bigint),
    merged_id = coalesce(merged_id, cast(${merged_id} as bigint))
    where document_id = ${documentId} and parent_id = ${id}`.execute(tx)
  await sql`update revisions set merged_id = cast(${parent_id} as bigint)
    where document_id = ${documentId} and merged_id = ${id}`.execute(tx)
  await tx.deleteFrom('revisions').where('id', '=', id).execute()
}
