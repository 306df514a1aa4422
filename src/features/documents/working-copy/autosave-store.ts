// Queries over the text that editors continue, its ancestors, and old autosaves.

import { type Expression, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { personName } from '#features/accounts/users/person-name.ts'
import type { Revision } from '../revisions/store.ts'

const TIP = sql<number>`coalesce(heads.working_id, heads.saved_id, heads.published_id)`
const SAVED = sql<number>`coalesce(heads.saved_id, heads.published_id)`

/** The autosaved, else the saved, else the published text; `is_ahead`: it isn't saved. */
export const findEdited = (query: Query, documentId: number, filter: Expression<SqlBool>) =>
  query
    .selectFrom('documents')
    .innerJoin('heads', 'heads.document_id', 'documents.id')
    .innerJoin('revisions as tip', (join) => join.on('tip.id', '=', TIP))
    .innerJoin('revisions as saved', (join) => join.on('saved.id', '=', SAVED))
    .leftJoin('users', 'users.id', 'tip.author_id')
    .select(['tip.id as revision', 'tip.title', 'tip.summary', 'tip.tags', 'tip.blocks', 'tip.author_id'])
    .select(['documents.version', 'tip.created_at as updated_at', personName('users').as('author_name')])
    .select(sql<number>`case when heads.saved_id is null then 0 else documents.draft_version end`.as('draft_version'))
    .select(
      sql<number>`case when tip.id = heads.published_id then documents.version else tip.base_version end`.as(
        'base_version',
      ),
    )
    .select(
      sql<0 | 1>`case when tip.title = saved.title and coalesce(tip.summary, '') = coalesce(saved.summary, '')
        and tip.tags = saved.tags and tip.blocks = saved.blocks then 0 else 1 end`.as('is_ahead'),
    )
    .where('documents.id', '=', documentId)
    .where(filter)
    .executeTakeFirst()

export const listTips = (query: Query, ids: readonly number[]) =>
  query
    .selectFrom('documents')
    .innerJoin('heads', 'heads.document_id', 'documents.id')
    .select(['documents.id', TIP.as('revision')])
    .where('documents.id', 'in', ids)
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

const autosaves = (query: Query) =>
  query
    .selectFrom('revisions')
    .innerJoin('heads', 'heads.document_id', 'revisions.document_id')
    .where('revisions.version', 'is', null)
    .where('revisions.reason', '=', 'autosave')
    .where((eb) => eb.or([eb('heads.working_id', 'is', null), eb('revisions.id', '<>', eb.ref('heads.working_id'))]))

/** A person's autosaves of a document, oldest first, without the current one. */
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
