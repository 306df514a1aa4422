// Ordering documents by hand: one is put before another, in its own category or in a new one. Positions are written only where
// the order needs them; what follows the document and has none goes on in the order of titles.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { changeOrRefuse, type DocumentChange, getForChange } from '../writing/write.ts'
import { listSiblings, type Sibling } from './placing-store.ts'

/** `before` is the document that comes next; null puts the document last. */
type DocumentPlace = { category_id: number | null; before: number | null }

export const placeDocument = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  { category_id, before }: DocumentPlace,
): Promise<void> =>
  deps.db.inTransaction(async (tx) => {
    // Of two who order one category at once, the second sees what the first did.
    await deps.db.dialect.lock(tx, `documents in ${category_id ?? 0}`)
    const order = await orderWith(deps, tx, id, { category_id, before })
    const positions = positionsFor(order, id).map(({ id: one, position }) => [one, { position }] as const)
    const changes = new Map<number, DocumentChange>(positions)
    changes.set(id, { ...changes.get(id), category_id })
    const cause = { actor, origin: 'hand', at: deps.clock.now() } as const
    // Several documents are held in the order of their ids, as everywhere.
    for (const [one, change] of [...changes].sort(([a], [b]) => a - b))
      await changeOrRefuse(deps, tx, one, change, cause)
  })

/** orderWith is the new order of those that are pinned like the document, or not: the others come before or after them all. */
async function orderWith(deps: Pick<Deps, 'db'>, tx: Tx, id: number, { category_id, before }: DocumentPlace) {
  const siblings = await listSiblings(tx, category_id)
  const own = siblings.find((sibling) => sibling.id === id) ?? (await asSibling(deps, tx, id))
  const order = siblings.filter((sibling) => sibling.pinned === own.pinned && sibling.id !== id)
  const at = before === null ? order.length : order.findIndex((sibling) => sibling.id === before)
  if (at < 0)
    throw invalidValue(
      ['body', 'before'],
      `Document ${before} is not in that category, or is pinned differently`,
      before,
    )
  order.splice(at, 0, own)
  return order
}

async function asSibling(deps: Pick<Deps, 'db'>, tx: Tx, id: number): Promise<Sibling> {
  const { pinned_at } = await getForChange(deps, tx, id)
  return { id, position: null, pinned: pinned_at > 0 ? 1 : 0 }
}

/** positionsFor are the positions that have to change. Without one a document stands behind all that have one. */
export function positionsFor(order: readonly Sibling[], id: number): { id: number; position: number }[] {
  const at = order.findIndex((sibling) => sibling.id === id)
  const changed: { id: number; position: number }[] = []
  let last = -1
  for (const [index, sibling] of order.entries()) {
    if (index > at && sibling.position === null) break
    const isKept = sibling.id !== id && sibling.position !== null && sibling.position > last
    last = isKept ? sibling.position! : last + 1
    if (last !== sibling.position) changed.push({ id: sibling.id, position: last })
  }
  return changed
}
