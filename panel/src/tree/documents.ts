// The tree's rows: categories and documents of each level in readers' order. Pure.

import { mergeLevel } from 'galley-blocks/level.ts'
import type { CategoryOut, TreeNode } from 'galley-client/schema.ts'
import type { Visibility } from '../api/types.ts'
import { narrower } from '../ui/audience.ts'

export type ListedDocument = Pick<TreeNode, 'id' | 'title' | 'slug' | 'published'> & {
  pinned: boolean
  position: number | null
}
/** By category; null for documents without one. */
export type TreeDocuments = ReadonlyMap<number | null, ListedDocument[]>

type RowPlace = { depth: number; parentId: number | null; index: number; siblings: number }
export type TreeRow = RowPlace & { node: CategoryOut; audience: Visibility }
export type TreeDocumentRow = RowPlace & { document: ListedDocument }
export type AnyRow = TreeRow | TreeDocumentRow

export const isDocument = (row: AnyRow): row is TreeDocumentRow => 'document' in row
/** Distinguishes categories from documents. */
export const keyOf = (row: AnyRow): string =>
  isDocument(row) ? `document-${row.document.id}` : `category-${row.node.id}`
export const nameOf = (row: AnyRow): string => (isDocument(row) ? row.document.title : row.node.name)
export const isParent = (row: AnyRow): boolean =>
  !isDocument(row) && (row.node.children.length > 0 || row.node.document_count > 0)

export function documentsOf(
  nodes: TreeNode[],
  category: number | null = null,
  found = new Map<number | null, ListedDocument[]>(),
): TreeDocuments {
  const own = nodes.filter(({ type }) => type === 'document')
  found.set(
    category,
    own.map((node) => ({ ...node, pinned: node.pinned === true, position: node.position ?? null })),
  )
  for (const { type, id, children } of nodes) if (type === 'category') documentsOf(children, id, found)
  return found
}

/** The rows of a level, including unfolded children. */
function rowsIn(
  nodes: CategoryOut[],
  documents: TreeDocuments,
  folded: ReadonlySet<number>,
  { depth = 0, parentId = null as number | null, above = 'public' as Visibility } = {},
): AnyRow[] {
  const items = mergeLevel(nodes, documents.get(parentId) ?? [])
  return items.flatMap((item, index): AnyRow[] => {
    const place = { depth, parentId, index, siblings: items.length }
    if (!('slot' in item)) return [{ document: item, ...place }]
    const audience = narrower(item.visibility, above)
    const inside = { depth: depth + 1, parentId: item.id, above: audience }
    const below = folded.has(item.id) ? [] : rowsIn(item.children, documents, folded, inside)
    return [{ node: item, audience, ...place }, ...below]
  })
}

/** Documents whose title contains the words. */
const matching = (documents: TreeDocuments, words: string): TreeDocuments =>
  new Map(
    [...documents].map(([category, own]) => [
      category,
      own.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase())),
    ]),
  )

/** With a filter: matches and their ancestors, unfolded. */
export function visibleRows(
  tree: CategoryOut[],
  documents: TreeDocuments,
  folded: ReadonlySet<number>,
  filter: string,
): AnyRow[] {
  if (filter === '') return rowsIn(tree, documents, folded)
  const words = filter.toLowerCase()
  const found = matching(documents, filter)
  const isKept = ({ id, name }: CategoryOut) => name.toLowerCase().includes(words) || (found.get(id)?.length ?? 0) > 0
  const keep = (nodes: CategoryOut[]): CategoryOut[] =>
    nodes.flatMap((node) => {
      const children = keep(node.children)
      return children.length > 0 || isKept(node) ? [{ ...node, children }] : []
    })
  return rowsIn(keep(tree), found, new Set())
}
