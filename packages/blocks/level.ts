// The order of categories and documents within a level of the tree, and what to write for another order. Documents are sorted
// by pin, position and title; categories by position and by their slot among the documents.

export type HasSlot = { slot: number | null }
export type InPlace = { pinned: boolean; position: number | null }

/** Documents without a position come last. */
export const LAST_POSITION = 2_147_483_647

/**
 * Merges a level's sorted categories into its sorted documents: each goes after the documents that are pinned or have a
 * position below its slot. Works for any slots; categories keep their order.
 */
export function mergeLevel<C extends HasSlot, D extends InPlace>(
  categories: readonly C[],
  documents: readonly D[],
): (C | D)[] {
  const items: (C | D)[] = []
  let at = 0
  for (const category of categories) {
    const { slot } = category
    const isBefore = ({ pinned, position }: D) => slot !== null && (pinned || (position ?? LAST_POSITION) < slot)
    while (at < documents.length && isBefore(documents[at]!)) items.push(documents[at++]!)
    items.push(category)
  }
  return [...items, ...documents.slice(at)]
}

type LevelCategory = HasSlot & { id: number }
type LevelDocument = InPlace & { id: number }
export type LevelItem = LevelCategory | LevelDocument

export const isCategory = <I extends object>(item: I): item is Extract<I, HasSlot> => 'slot' in item

/**
 * What to write for an order: changed positions, and all categories' slots. Documents without a position follow all that have
 * one, so those after `own` and the last category need none.
 */
export function positionsFor(order: readonly LevelItem[], own: LevelItem) {
  const lastNeeded = Math.max(order.indexOf(own), order.findLastIndex(isCategory))
  const positions: { id: number; position: number }[] = []
  const slots: LevelCategory[] = []
  let last = -1
  for (const [index, item] of order.entries()) {
    if (isCategory(item)) {
      slots.push({ id: item.id, slot: last < 0 ? null : last + 1 })
      continue
    }
    if (index > lastNeeded && item.position === null) break
    const isKept = item !== own && item.position !== null && item.position > last
    last = isKept ? item.position! : last + 1
    if (last !== item.position) positions.push({ id: item.id, position: last })
  }
  return { positions, slots }
}
