// Pure functions over the category tree: finding and naming nodes.

import type { CategoryOut } from 'galley-client/schema.ts'
import { isNarrower, type Limit } from '../ui/audience.ts'

type Path = { value: string; label: string }

export function findNode(nodes: CategoryOut[], id: number): CategoryOut | undefined {
  for (const node of nodes) {
    if (node.id === id) return node
    const below = findNode(node.children, id)
    if (below) return below
  }
  return undefined
}

/** The narrowest rule among a category and its ancestors. */
export function limitOf(nodes: CategoryOut[], id: number | null | undefined, above?: Limit): Limit | undefined {
  for (const node of nodes) {
    const { visibility, name } = node
    const limit = isNarrower(visibility, above?.visibility ?? 'public') ? { visibility, name } : above
    if (node.id === id) return limit
    if (findNode(node.children, id ?? 0)) return limitOf(node.children, id, limit)
  }
  return undefined
}

/** Every category by its path; excluding one excludes its children. */
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
