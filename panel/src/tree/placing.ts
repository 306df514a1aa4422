// Where an item goes when dragged or moved by keys, and the resulting tree before the service responds. Pure.

import { mergeLevel, positionsFor } from 'galley-blocks/level.ts'
import type { CategoryOut, TreeNode } from 'galley-client/schema.ts'
import { childrenOf, contains, findNode } from '../categories/tree.ts'
import { type AnyRow, documentsOf, isDocument, type ListedDocument, type TreeDocuments } from './documents.ts'

/** Relative to the row below the pointer. */
export type DropPosition = 'before' | 'inside' | 'after'
type PlacedItem = CategoryOut | ListedDocument
/** The target level (a category) and the item that comes next there; undefined means last. */
export type Placement = { item: PlacedItem; level: number | null; next: PlacedItem | undefined }

/** The tree and the function that moves items in it. */
export type MovableTree = { tree: CategoryOut[]; documents: TreeDocuments; onPlace: (placement: Placement) => void }
type TreeAndDocuments = Pick<MovableTree, 'tree' | 'documents'>

export const isCategory = (item: PlacedItem): item is CategoryOut => 'slot' in item
const itemOf = (row: AnyRow): PlacedItem => (isDocument(row) ? row.document : row.node)
const isSame = (one: PlacedItem, other: PlacedItem) => one.id === other.id && isCategory(one) === isCategory(other)
export const nameOfItem = (item: PlacedItem): string => (isCategory(item) ? item.name : item.title)

/** The items that it is ordered among: pinned documents come first, among themselves. */
function levelFor({ tree, documents }: TreeAndDocuments, item: PlacedItem, level: number | null): PlacedItem[] {
  const own = documents.get(level) ?? []
  const isPinned = !isCategory(item) && item.pinned
  const alike = own.filter(({ pinned }) => pinned === isPinned)
  return isPinned ? alike : mergeLevel(childrenOf(tree, level), alike)
}

/** For an arrow key: up and down in the level, right into the category above, left out of its own. */
export function placementForKey(both: TreeAndDocuments, row: AnyRow, key: string): Placement | undefined {
  const { tree } = both
  const [item, level] = [itemOf(row), row.parentId]
  const items = levelFor(both, item, level)
  const at = items.findIndex((one) => isSame(one, item))
  if (key === 'ArrowUp') return at > 0 ? { item, level, next: items[at - 1] } : undefined
  if (key === 'ArrowDown') return at < items.length - 1 ? { item, level, next: items[at + 2] } : undefined
  if (key === 'ArrowRight') {
    const all = mergeLevel(childrenOf(tree, level), both.documents.get(level) ?? [])
    const above = all.slice(0, row.index).findLast(isCategory)
    return above && { item, level: above.id, next: undefined }
  }
  if (key !== 'ArrowLeft' || level === null) return undefined
  const parent = findNode(tree, level)!
  const outside = levelFor(both, item, parent.parent_id)
  const next = outside[outside.findIndex((one) => isSame(one, parent)) + 1]
  return { item, level: parent.parent_id, next }
}

/** For a drop: before, after or into the row; never into itself. */
export function placementForDrop(
  both: TreeAndDocuments,
  dragged: AnyRow,
  target: AnyRow,
  position: DropPosition,
): Placement | undefined {
  const [item, beside] = [itemOf(dragged), itemOf(target)]
  if (isSame(item, beside) || (isCategory(item) && contains(item, target.parentId ?? 0))) return undefined
  if (position === 'inside') return isCategory(beside) ? { item, level: beside.id, next: undefined } : undefined
  const items = levelFor(both, item, target.parentId).filter((one) => !isSame(one, item))
  const at = items.findIndex((one) => isSame(one, beside))
  if (at < 0) return undefined
  return { item, level: target.parentId, next: position === 'before' ? beside : items[at + 1] }
}

type CachedTree = { tree: CategoryOut[]; nodes: TreeNode[] }

/** The category tree and the API's tree with the item moved, as the service will write them. */
export function treeWith({ tree, nodes }: CachedTree, { item, level, next }: Placement): CachedTree {
  const items = levelFor({ tree, documents: documentsOf(nodes) }, item, level).filter((one) => !isSame(one, item))
  const at = next === undefined ? items.length : items.findIndex((one) => isSame(one, next))
  const order = items.toSpliced(at, 0, item)
  const { positions, slots } = positionsFor(order, item)
  const moving = isCategory(item) ? { ...findNode(tree, item.id)!, parent_id: level } : findDocument(nodes, item.id)
  return {
    tree: levelsOf(tree, level, isCategory(item) ? (moving as CategoryOut) : undefined, slots),
    nodes: isCategory(item) ? nodes : withDocument(nodes, level, moving as TreeNode, positions),
  }
}

/** In the changed level, categories are ordered by slots. */
function levelsOf(
  nodes: CategoryOut[],
  level: number | null,
  moving: CategoryOut | undefined,
  slots: { id: number; slot: number | null }[],
  here: number | null = null,
): CategoryOut[] {
  const rest = nodes
    .filter(({ id }) => id !== moving?.id)
    .map((node) => ({ ...node, children: levelsOf(node.children, level, moving, slots, node.id) }))
  if (here !== level || slots.length === 0) return rest
  const all = moving ? [...rest, moving] : rest
  return slots.flatMap(({ id, slot }, order) =>
    all.filter((one) => one.id === id).map((one) => ({ ...one, slot, order })),
  )
}

function withDocument(
  nodes: TreeNode[],
  level: number | null,
  moving: TreeNode,
  positions: { id: number; position: number }[],
  here: number | null = null,
): TreeNode[] {
  const isIt = ({ type, id }: TreeNode) => type === 'document' && id === moving.id
  const rest = nodes
    .filter((node) => !isIt(node))
    .map((node) =>
      node.type === 'category'
        ? { ...node, children: withDocument(node.children, level, moving, positions, node.id) }
        : node,
    )
  if (here !== level) return rest
  const placed = [...rest, moving].map((node) => {
    const position = positions.find(({ id }) => node.type === 'document' && id === node.id)
    return position ? { ...node, ...position } : node
  })
  const rank = ({ type, pinned, position }: TreeNode) =>
    type === 'category' ? -2 : pinned ? -1 : (position ?? Number.MAX_SAFE_INTEGER)
  return placed.sort((one, other) => rank(one) - rank(other) || (one.position ?? 0) - (other.position ?? 0))
}

function findDocument(nodes: TreeNode[], id: number): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.type === 'document' ? node.id === id && node : findDocument(node.children, id)
    if (found) return found
  }
  return undefined
}
