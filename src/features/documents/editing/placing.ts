// Ordering a level of the tree by hand: a document or a category is put before another item of a level, its own or a new one.
// Positions and slots are written only where the order needs them; documents behind the last category that have no position go
// on in the order of titles.

import { inOneOrder, isCategory, type LevelItem, placesFor } from 'galley-blocks/level.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { moveToLevel, orderLevel } from '#features/categories/service.ts'
import { changeTree, type Tree } from '#features/categories/tree.ts'
import { documentsOfTree } from '../review/of-tree.ts'
import { changeOrRefuse, type DocumentChange, getForChange } from '../writing/write.ts'
import { listSiblings, type Sibling } from './placing-store.ts'

type PlacingDeps = Pick<Deps, 'db' | 'clock'>
/** A Place is a level, by its category, and what comes next there; nothing puts the item last. */
type Place = { level: number | null; before?: number | null; before_category?: number | null }

export const placeDocument = (deps: PlacingDeps, actor: Actor, id: number, place: Place): Promise<void> =>
  changeTree(deps, async (tx, tree) => {
    const siblings = await listSiblings(tx, place.level)
    const own = siblings.find((sibling) => sibling.id === id) ?? (await asSibling(deps, tx, id))
    const alike = siblings.filter((sibling) => sibling.pinned === own.pinned && sibling.id !== id)
    // What is pinned stands before the others, and among itself.
    const order = own.pinned ? alike : inOneOrder(tree.siblings(place.level), alike)
    const changes = await settle(tx, tree, putInto(order, own, place), own)
    changes.set(id, { ...changes.get(id), category_id: place.level })
    await write(deps, tx, actor, changes)
  })

export const placeCategory = (deps: PlacingDeps, actor: Actor, id: number, place: Place): Promise<void> =>
  changeTree(deps, async (tx, tree) => {
    await moveToLevel({ ...deps, ...documentsOfTree }, tx, tree, { actor }, id, place.level)
    const others = tree.siblings(place.level).filter((sibling) => sibling.id !== id)
    const own = { id, slot: null }
    const documents = (await listSiblings(tx, place.level)).filter(({ pinned }) => !pinned)
    const order = putInto(inOneOrder(others, documents), own, place)
    await write(deps, tx, actor, await settle(tx, tree, order, own))
  })

function putInto(order: LevelItem[], own: LevelItem, { before, before_category }: Place): LevelItem[] {
  const isNext = (item: LevelItem) => item.id === (isCategory(item) ? before_category : before)
  const at = before == null && before_category == null ? order.length : order.findIndex(isNext)
  if (at >= 0) return order.toSpliced(at, 0, own)
  const [field, kind] = before == null ? ['before_category', 'Category'] : ['before', 'Document']
  const next = before ?? before_category
  throw invalidValue(['body', field!], `${kind} ${next} is not in that level, or is pinned differently`, next)
}

/** settle writes the slots, and returns what changes of documents: categories are held before documents, as everywhere. */
async function settle(tx: Tx, tree: Tree, order: LevelItem[], own: LevelItem) {
  const { positions, slots } = placesFor(order, own)
  await orderLevel(tx, tree, slots, isCategory(own) ? own.id : undefined)
  return new Map<number, DocumentChange>(positions.map(({ id, position }) => [id, { position }]))
}

/** write holds several documents in the order of their ids. */
async function write({ db, clock }: PlacingDeps, tx: Tx, actor: Actor, changes: Map<number, DocumentChange>) {
  const cause = { actor, origin: 'hand', at: clock.now() } as const
  for (const [id, change] of [...changes].sort(([a], [b]) => a - b)) await changeOrRefuse({ db }, tx, id, change, cause)
}

async function asSibling({ db }: PlacingDeps, tx: Tx, id: number): Promise<Sibling> {
  const { pinned_at } = await getForChange({ db }, tx, id)
  return { id, position: null, pinned: pinned_at > 0 }
}
