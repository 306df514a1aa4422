// The category tree as a value: finding, flattening and moving nodes. Pure functions over what the service sent.

import type { CategoryOut } from 'galley-client/schema.ts'
import type { Visibility } from '../api/types.ts'
import { isNarrower, type Limit, narrower } from '../ui/audience.ts'

export type TreeRow = {
  node: CategoryOut
  depth: number
  parentId: number | null
  index: number
  siblings: number
  audience: Visibility
}
type Path = { value: string; label: string }

/** rowsOf flattens what is unfolded, in the order it is drawn. */
export function rowsOf(
  nodes: CategoryOut[],
  folded: ReadonlySet<number>,
  depth = 0,
  parentId: number | null = null,
  above: Visibility = 'public',
): TreeRow[] {
  const rows: TreeRow[] = []
  nodes.forEach((node, index) => {
    const audience = narrower(node.visibility, above)
    rows.push({ node, depth, parentId, index, siblings: nodes.length, audience })
    if (folded.has(node.id)) return
    for (const row of rowsOf(node.children, folded, depth + 1, node.id, audience)) rows.push(row)
  })
  return rows
}

export function findNode(nodes: CategoryOut[], id: number): CategoryOut | undefined {
  for (const node of nodes) {
    if (node.id === id) return node
    const below = findNode(node.children, id)
    if (below) return below
  }
  return undefined
}

/** limitOf is the narrowest rule on the way from the top to a category, itself included. */
export function limitOf(nodes: CategoryOut[], id: number | null | undefined, above?: Limit): Limit | undefined {
  for (const node of nodes) {
    const { visibility, name } = node
    const limit = isNarrower(visibility, above?.visibility ?? 'public') ? { visibility, name } : above
    if (node.id === id) return limit
    if (findNode(node.children, id ?? 0)) return limitOf(node.children, id, limit)
  }
  return undefined
}

/** pathsOf names every category by its path from the top; what is left out takes its children with it. */
export function pathsOf(nodes: CategoryOut[], without?: (node: CategoryOut) => boolean, above = ''): Path[] {
  return nodes
    .filter((node) => !without?.(node))
    .flatMap((node) => {
      const label = above === '' ? node.name : `${above} › ${node.name}`
      return [{ value: String(node.id), label }, ...pathsOf(node.children, without, label)]
    })
}

export const childrenOf = (tree: CategoryOut[], parentId: number | null): CategoryOut[] =>
  parentId === null ? tree : (findNode(tree, parentId)?.children ?? [])

export const contains = (node: CategoryOut, id: number): boolean =>
  node.id === id || findNode(node.children, id) !== undefined

function withoutNode(nodes: CategoryOut[], id: number): CategoryOut[] {
  return nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: withoutNode(node.children, id) }))
}

/** movedBelow takes a node out and puts it last below its new parent; the order among siblings is a step of its own. */
export function movedBelow(tree: CategoryOut[], id: number, parentId: number | null): CategoryOut[] {
  const node = findNode(tree, id)
  if (!node) return tree
  const rest = withoutNode(tree, id)
  const moved = { ...node, parent_id: parentId }
  return parentId === null ? [...rest, moved] : addBelow(rest, parentId, moved)
}

function addBelow(nodes: CategoryOut[], parentId: number, child: CategoryOut): CategoryOut[] {
  return nodes.map((node) =>
    node.id === parentId
      ? { ...node, children: [...node.children, child] }
      : { ...node, children: addBelow(node.children, parentId, child) },
  )
}

export function withSiblings(tree: CategoryOut[], parentId: number | null, ids: number[]): CategoryOut[] {
  const sorted = (nodes: CategoryOut[]) =>
    [...nodes].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((node, order) => ({ ...node, order }))
  if (parentId === null) return sorted(tree)
  return tree.map((node) =>
    node.id === parentId
      ? { ...node, children: sorted(node.children) }
      : { ...node, children: withSiblings(node.children, parentId, ids) },
  )
}
