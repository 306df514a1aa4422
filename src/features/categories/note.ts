// What the audit trail says of the tree, in the transaction of the change: categories made, edited, moved and deleted.
// An import is one entry, made by whoever runs it. Order among siblings is none.

import type { Actor } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { AuditAction } from '#features/accounts/audit/audit-actions.ts'
import { type CategoryRow, findCategoryRow } from './store.ts'

/** A CategoryCause says who changes the tree and when. `noted`: whoever asks makes the entry in the audit trail. */
export type CategoryCause = { actor: Actor; at: number; noted?: boolean }

/** SAYS are the fields of what a category says of itself; who may enter has an entry of its own. */
const SAYS = ['name', 'slug', 'description', 'review_after'] as const

export const noteCreated = (
  tx: Tx,
  cause: CategoryCause,
  row: Pick<CategoryRow, 'id' | 'name' | 'slug' | 'parent_id'>,
) => note(tx, cause, 'category.created', row, { slug: row.slug, parent_id: row.parent_id })

export const noteDeleted = (tx: Tx, cause: CategoryCause, row: CategoryRow, detail: Record<string, unknown>) =>
  note(tx, cause, 'category.deleted', row, { slug: row.slug, parent_id: row.parent_id, ...detail })

/** withNote does the work and notes what became of the category: its fields, its parent, both or nothing. */
export async function withNote(tx: Tx, cause: CategoryCause, id: number, work: () => Promise<void>): Promise<void> {
  const before = (await findCategoryRow(tx, id))!
  await work()
  const after = (await findCategoryRow(tx, id))!
  const changed = SAYS.filter((field) => before[field] !== after[field])
  const renamed = before.name === after.name ? {} : { from: before.name }
  if (changed.length > 0) await note(tx, cause, 'category.updated', after, { changed, ...renamed })
  if (before.parent_id !== after.parent_id)
    await note(tx, cause, 'category.moved', after, { from: before.parent_id, to: after.parent_id })
}

async function note(
  tx: Tx,
  { actor, at, noted }: CategoryCause,
  action: AuditAction,
  { id, name }: Pick<CategoryRow, 'id' | 'name'>,
  detail: Record<string, unknown>,
): Promise<void> {
  if (!noted) await recordAudit(tx, actor, action, `category:${id}`, { title: name, ...detail }, at)
}
