// Categories whose documents are published after review: what would pass that rule by is done by administrators alone. A change
// of the tree is about many documents, so that no proposal could show it.

import { type Actor, hasRole } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { accessListOf, namesNoOneNew } from './access-list.ts'
import { type AudienceDeps, narrower } from './audience.ts'
import type { CategoryUpdate } from './schemas.ts'
import { type CategoryRow, listAccessRows } from './store.ts'

/** isOwnReviewer: who has the tree in hand need not ask for each of its documents. */
export const isOwnReviewer = (actor: Actor): boolean => actor.userId !== null && hasRole(actor, 'admin')

/** refuseReviewed is about a category, and the one that it is to move to. */
export async function refuseReviewed(
  { isReviewed }: Pick<AudienceDeps, 'isReviewed'>,
  tx: Tx,
  actor: Actor,
  id: number,
  to: number | null = null,
): Promise<void> {
  if (isOwnReviewer(actor) || !(await isReviewed(tx, to === null ? [id] : [id, to]))) return
  throw conflict(
    `Documents of category ${id} are published after review: ask an administrator to rename, open, move or delete it`,
    { review: true },
  )
}

/** isSeen: whether readers would notice a change, all but the order among siblings and closing the category to people. */
export async function isSeen(tx: Tx, before: CategoryRow, asked: CategoryUpdate): Promise<boolean> {
  const { visibility = before.visibility, access } = asked
  if (SEEN.some((field) => asked[field] !== undefined && asked[field] !== before[field])) return true
  if (narrower(visibility, before.visibility) !== visibility) return true
  if (!access || before.visibility !== 'restricted') return false
  return !namesNoOneNew(access, accessListOf(await listAccessRows(tx, before.id)))
}

const SEEN = ['name', 'slug', 'description', 'index_id', 'parent_id'] as const
