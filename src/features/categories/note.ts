// Records changes of the tree in the audit trail and webhooks, in their transaction. An import has a single entry, written by
// its caller. The order among siblings isn't recorded.

import type { Actor } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { emit, emitTreeMoved } from '#features/webhooks/emit.ts'
import type { CategoryRow } from './store.ts'

/** `noted`: the caller writes the audit entry. */
export type CategoryCause = { actor: Actor; noted?: true }

export type NotedCategory = Pick<CategoryRow, 'id' | 'name' | 'slug' | 'parent_id'>

/** Descriptive fields; changes of access have their own entry. */
const SAYS = ['name', 'slug', 'description', 'review_after', 'index_id'] as const

export const noteCreated = (tx: Tx, cause: CategoryCause, row: NotedCategory, at: number) =>
  note(tx, cause, 'category.created', row, { slug: row.slug, parent_id: row.parent_id }, at)

export const noteDeleted = (
  tx: Tx,
  cause: CategoryCause,
  row: NotedCategory,
  detail: Record<string, unknown>,
  at: number,
) => note(tx, cause, 'category.deleted', row, { slug: row.slug, parent_id: row.parent_id, ...detail }, at)

export async function noteMoved(tx: Tx, cause: CategoryCause, before: NotedCategory, to: number | null, at: number) {
  await emitTreeMoved(tx, before.id, before.parent_id, at)
  await note(tx, cause, 'category.moved', before, { from: before.parent_id, to }, at)
}

/** Records changed fields and a changed parent. */
export async function noteChanged(
  tx: Tx,
  cause: CategoryCause,
  before: CategoryRow,
  change: Partial<CategoryRow>,
  at: number,
): Promise<void> {
  const after = { ...before, ...change }
  const changed = SAYS.filter((field) => before[field] !== after[field])
  const renamed = before.name === after.name ? {} : { from: before.name }
  if (changed.length > 0) await note(tx, cause, 'category.updated', after, { changed, ...renamed }, at)
  if (before.parent_id !== after.parent_id)
    await noteMoved(tx, cause, { ...after, parent_id: before.parent_id }, after.parent_id, at)
}

type CategoryAction = `category.${'created' | 'updated' | 'moved' | 'deleted'}`

async function note(
  tx: Tx,
  { actor, noted }: CategoryCause,
  action: CategoryAction,
  { id, name }: NotedCategory,
  detail: Record<string, unknown>,
  at: number,
): Promise<void> {
  await emit(tx, action, { categoryId: id }, at, action === 'category.moved' ? { from: detail.from } : {})
  if (!noted) await recordAudit(tx, actor, action, `category:${id}`, { title: name, ...detail }, at)
}
