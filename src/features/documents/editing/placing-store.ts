// A category's documents in tree order, for placing.ts.

import type { Tx } from '#engine/db/db.ts'
import { BY_POSITION, PINNED_FIRST } from '../lists/tree-order.ts'

export type Sibling = { id: number; position: number | null; pinned: boolean }

export async function listSiblings(tx: Tx, categoryId: number | null): Promise<Sibling[]> {
  const rows = await tx
    .selectFrom('documents')
    .select(['id', 'position', 'pinned_at'])
    .where('category_id', 'is not distinct from', categoryId)
    .orderBy(PINNED_FIRST)
    .orderBy(BY_POSITION)
    .orderBy('title_key')
    .orderBy('id')
    .execute()
  return rows.map(({ id, position, pinned_at }) => ({ id, position, pinned: pinned_at > 0 }))
}
