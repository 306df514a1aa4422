// Manual order of a tree level: puts a document or category before another item, on its own level or a new one. Writes only
// the positions and slots that the order needs; documents without a position that follow the last category stay sorted by
// title.

import { isCategory, type LevelItem, mergeLevel, positionsFor } from 'galley-blocks/level.ts'
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
/** A level, by its category, and the item that comes next; without one the item goes last. */
type Place = { level: number | null; before?: number | null; before_category?: number | null }

export const placeDocument = (deps: PlacingDeps, actor: Actor, id: number, place: Place): Promise<void> =>
  changeTree(deps, actor, async (tx, tree) => {
    const siblings = await listSiblings(tx, place.level)
    const own = siblings.find((sibling) => sibling.id === id) ?? (await asSibling(deps, tx, actor, id))
    const alike = siblings.filter((sibling) => sibling.pinned === own.pinned && sibling.id !== id)
    // Pinned documents come first and are ordered among themselves.
    const order = own.pinned ? alike : mergeLevel(tree.siblings(place.level), alike)
    const changes = await settle(tx, tree, putInto(order, own, place), own)
    changes.set(id, { ...changes.get(id), category_id: place.level })
    await write(deps, tx, actor, changes)
  })

export const placeCategory = (deps: PlacingDeps, actor: Actor, id: number, place: Place): Promise<void> =>
  changeTree(deps, actor, async (tx, tree) => {
    await moveToLevel({ ...deps, ...documentsOfTree }, tx, tree, { actor }, id, place.level)
    const others = tree.siblings(place.level).filter((sibling) => sibling.id !== id)
    const own = { id, slot: null }
    const documents = (await listSiblings(tx, place.level)).filter(({ pinned }) => !pinned)
    const order = putInto(mergeLevel(others, documents), own, place)
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

/** Writes slots and returns changes of documents, because categories are locked before documents, as everywhere. */
async function settle(tx: Tx, tree: Tree, order: LevelItem[], own: LevelItem) {
  const { positions, slots } = positionsFor(order, own)
  await orderLevel(tx, tree, slots, isCategory(own) ? own.id : undefined)
  return new Map<number, DocumentChange>(positions.map(({ id, position }) => [id, { position }]))
}

/** Locks documents ordered by id. */
async function write({ db, clock }: PlacingDeps, tx: Tx, actor: Actor, changes: Map<number, DocumentChange>) {
  const cause = { actor, origin: 'hand', at: clock.now() } as const
  for (const [id, change] of [...changes].sort(([a], [b]) => a - b)) await changeOrRefuse({ db }, tx, id, change, cause)
}

async function asSibling({ db }: PlacingDeps, tx: Tx, actor: Actor, id: number): Promise<Sibling> {
  const { pinned_at } = await getForChange({ db }, tx, id, { actor })
  return { id, position: null, pinned: pinned_at > 0 }
}
