// Where a category ends up when it is dragged or moved by keys: its new parent and the new order of its siblings.

import type { CategoryOut } from 'galley-client/schema.ts'
import { childrenOf, contains, findNode, type TreeRow } from './tree.ts'

/** A Placement is where a category goes: below a parent (null: the top), at an index among its children. */
export type Placement = { id: number; parentId: number | null; index: number; siblings: number[]; reparent: boolean }

/** DropPosition is where a dragged category would land, seen from the row below the pointer. */
export type DropPosition = 'before' | 'inside' | 'after'

function placement(tree: CategoryOut[], node: CategoryOut, parentId: number | null, index: number): Placement {
  const siblings = childrenOf(tree, parentId)
    .map(({ id }) => id)
    .filter((id) => id !== node.id)
  siblings.splice(index, 0, node.id)
  return { id: node.id, parentId, index: siblings.indexOf(node.id), siblings, reparent: node.parent_id !== parentId }
}

/** moved answers an arrow key: up and down among siblings, right into the sibling above, left out of the parent. */
export function moved(tree: CategoryOut[], { node }: TreeRow, key: string): Placement | undefined {
  const parentId = node.parent_id
  const siblings = childrenOf(tree, parentId)
  const index = siblings.findIndex(({ id }) => id === node.id)
  if (key === 'ArrowUp') return index > 0 ? placement(tree, node, parentId, index - 1) : undefined
  if (key === 'ArrowDown') return index < siblings.length - 1 ? placement(tree, node, parentId, index + 1) : undefined
  if (key === 'ArrowRight') {
    const above = siblings[index - 1]
    return above ? placement(tree, node, above.id, above.children.length) : undefined
  }
  if (key === 'ArrowLeft' && parentId !== null) {
    const parent = findNode(tree, parentId)!
    const index = childrenOf(tree, parent.parent_id).findIndex(({ id }) => id === parentId)
    return placement(tree, node, parent.parent_id, index + 1)
  }
  return undefined
}

/** dropped answers a drag: before or after the row below the pointer, or inside it. Never into itself. */
export function dropped(
  tree: CategoryOut[],
  node: CategoryOut,
  { node: target }: TreeRow,
  position: DropPosition,
): Placement | undefined {
  if (contains(node, target.id)) return undefined
  if (position === 'inside')
    return placement(tree, node, target.id, target.children.filter(({ id }) => id !== node.id).length)
  const siblings = childrenOf(tree, target.parent_id).filter(({ id }) => id !== node.id)
  const at = siblings.findIndex(({ id }) => id === target.id)
  return placement(tree, node, target.parent_id, position === 'before' ? at : at + 1)
}
