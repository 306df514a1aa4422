// The one order in which readers and editors see the categories and documents of a level of the tree, and what has to be written
// for another one. Documents go by pin, position and title, categories by their order and by their slot among the documents.

export type HasSlot = { slot: number | null }
export type InPlace = { pinned: boolean; position: number | null }

/** LAST_POSITION is that of a document that has none. */
export const LAST_POSITION = 2_147_483_647

/**
 * inOneOrder weaves the categories of a level, in their order, into its documents, in theirs: each behind the documents that are
 * pinned or whose position is below its slot. Any slots give an order; a category never overtakes one that comes before it.
 */
export function inOneOrder<C extends HasSlot, D extends InPlace>(
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
 * placesFor is what an order needs: the positions that have to change, and the slots of all categories. Without a position a
 * document stands behind all that have one, so those behind `own` and the last category keep none.
 */
export function placesFor(order: readonly LevelItem[], own: LevelItem) {
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
