// Categories under review: only administrators may make changes of the tree that would bypass it, because a tree change
// affects many documents and a proposal couldn't show it.

import { type Actor, hasRole } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { accessListOf, namesNoOneNew } from './access-list.ts'
import { type AudienceDeps, narrower } from './audience.ts'
import type { CategoryUpdate } from './schemas.ts'
import { type CategoryRow, listAccessRows } from './store.ts'

/** Administrators needn't be checked for each document. */
export const isOwnReviewer = (actor: Actor): boolean => actor.userId !== null && hasRole(actor, 'admin')

/** Checks a category, and the one it moves to. */
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

/** Readers would notice the change: anything except order among siblings and narrower access. */
export async function isSeen(tx: Tx, before: CategoryRow, asked: CategoryUpdate): Promise<boolean> {
  const { visibility = before.visibility, access } = asked
  if (SEEN.some((field) => asked[field] !== undefined && asked[field] !== before[field])) return true
  if (narrower(visibility, before.visibility) !== visibility) return true
  if (!access || before.visibility !== 'restricted') return false
  return !namesNoOneNew(access, accessListOf(await listAccessRows(tx, before.id)))
}

const SEEN = ['name', 'slug', 'description', 'index_id', 'parent_id'] as const
