// Documents in the tree of categories, as values: where each stands, and where one goes when it is dragged or moved by keys. In
// a category documents come after its subcategories, the pinned ones first. Pure functions.

import type { CategoryOut, TreeNode } from 'galley-client/schema.ts'
import type { DropPosition, Placement } from '../categories/moves.ts'
import { childrenOf, findNode, rowsOf, type TreeRow } from '../categories/tree.ts'

type ListedDocument = Pick<TreeNode, 'id' | 'title' | 'slug' | 'pinned' | 'published'>
/** Documents by their category; null is in none. */
export type TreeDocuments = ReadonlyMap<number | null, ListedDocument[]>

export type TreeDocumentRow = {
  document: ListedDocument
  depth: number
  parentId: number | null
  index: number
  siblings: number
}
export type AnyRow = TreeRow | TreeDocumentRow

export const isDocument = (row: AnyRow): row is TreeDocumentRow => 'document' in row
/** keyOf tells rows of both kinds apart. */
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
  found.set(
    category,
    nodes.filter(({ type }) => type === 'document'),
  )
  for (const { type, id, children } of nodes) if (type === 'category') documentsOf(children, id, found)
  return found
}

/** withDocuments puts the documents of each unfolded category behind what else is below it. */
function withDocuments(rows: TreeRow[], folded: ReadonlySet<number>, documents: TreeDocuments): AnyRow[] {
  const woven: AnyRow[] = []
  const open: TreeRow[] = []
  const add = (parentId: number | null, depth: number) => {
    const own = documents.get(parentId) ?? []
    for (const [index, document] of own.entries())
      woven.push({ document, depth, parentId, index, siblings: own.length })
  }
  const closeFrom = (depth: number) => {
    while (open.length > 0 && open.at(-1)!.depth >= depth) {
      const { node, depth: above } = open.pop()!
      if (!folded.has(node.id)) add(node.id, above + 1)
    }
  }
  for (const row of rows) {
    closeFrom(row.depth)
    woven.push(row)
    open.push(row)
  }
  closeFrom(0)
  add(null, 0)
  return woven
}

/** matching leaves the documents whose title has the words. */
const matching = (documents: TreeDocuments, words: string): TreeDocuments =>
  new Map(
    [...documents].map(([category, own]) => [
      category,
      own.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase())),
    ]),
  )

/** A DocumentPlacement is where a document goes: into a category, before another document; null puts it last. */
export type DocumentPlacement = { id: number; categoryId: number | null; before: number | null }

/** A MovableTree is what is moved within, by pointer or by keys, and what makes a move happen. */
export type MovableTree = {
  tree: CategoryOut[]
  documents: TreeDocuments
  onMove: (placement: Placement) => void
  onPlace: (placement: DocumentPlacement) => void
}

/** following is the next document that is pinned like this one, or not, leaving out the one that moves. */
function following(own: ListedDocument[], at: number, moving: number): number | null {
  const next = own.slice(at + 1).find(({ id }) => id !== moving)
  return next && Boolean(next.pinned) === Boolean(own[at]?.pinned) ? next.id : null
}

/** movedDocument answers an arrow key: up and down among documents, left out of the category, right into its last subcategory. */
export function movedDocument(
  tree: CategoryOut[],
  documents: TreeDocuments,
  { document: { id, pinned }, parentId, index }: TreeDocumentRow,
  key: string,
): DocumentPlacement | undefined {
  const own = documents.get(parentId) ?? []
  const beside = own[key === 'ArrowUp' ? index - 1 : index + 1]
  const isAmongLike = beside !== undefined && Boolean(beside.pinned) === Boolean(pinned)
  if (key === 'ArrowUp' && isAmongLike) return { id, categoryId: parentId, before: beside.id }
  if (key === 'ArrowDown' && isAmongLike) return { id, categoryId: parentId, before: following(own, index + 1, id) }
  if (key === 'ArrowLeft' && parentId !== null)
    return { id, categoryId: findNode(tree, parentId)?.parent_id ?? null, before: null }
  const below = key === 'ArrowRight' ? childrenOf(tree, parentId).at(-1) : undefined
  return below && { id, categoryId: below.id, before: null }
}

/** droppedDocument answers a drag: beside a document that is pinned like this one, or into a category. */
export function droppedDocument(
  documents: TreeDocuments,
  { document: { id, pinned } }: TreeDocumentRow,
  target: AnyRow,
  position: DropPosition,
): DocumentPlacement | undefined {
  if (!isDocument(target)) return { id, categoryId: target.node.id, before: null }
  const { document: beside, parentId: categoryId, index } = target
  if (beside.id === id || Boolean(beside.pinned) !== Boolean(pinned)) return undefined
  const own = documents.get(categoryId) ?? []
  return { id, categoryId, before: position === 'before' ? beside.id : following(own, index, id) }
}

/** placed is the tree of the API with the document where it goes. */
export function placed(nodes: TreeNode[], { id, categoryId, before }: DocumentPlacement): TreeNode[] {
  const moving = findDocument(nodes, id)
  if (!moving) return nodes
  const isIt = (node: TreeNode) => node.type === 'document' && node.id === id
  const within = (all: TreeNode[], category: number | null): TreeNode[] => {
    const rest = all
      .filter((node) => !isIt(node))
      .map((node) => (node.type === 'category' ? { ...node, children: within(node.children, node.id) } : node))
    if (category !== categoryId) return rest
    const at = rest.findIndex((node) => node.type === 'document' && node.id === before)
    return rest.toSpliced(at < 0 ? rest.length : at, 0, moving)
  }
  return within(nodes, null)
}

function findDocument(nodes: TreeNode[], id: number): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.type === 'document' ? node.id === id && node : findDocument(node.children, id)
    if (found) return found
  }
  return undefined
}

/** visibleRows: a filter shows what matches and the path to it, unfolded. */
export function visibleRows(
  tree: CategoryOut[],
  documents: TreeDocuments,
  folded: ReadonlySet<number>,
  filter: string,
): AnyRow[] {
  if (filter === '') return withDocuments(rowsOf(tree, folded), folded, documents)
  const words = filter.toLowerCase()
  const found = matching(documents, filter)
  const isKept = ({ id, name }: CategoryOut) => name.toLowerCase().includes(words) || (found.get(id)?.length ?? 0) > 0
  const keep = (nodes: CategoryOut[]): CategoryOut[] =>
    nodes.flatMap((node) => {
      const children = keep(node.children)
      return children.length > 0 || isKept(node) ? [{ ...node, children }] : []
    })
  return withDocuments(rowsOf(keep(tree), new Set()), new Set(), found)
}
