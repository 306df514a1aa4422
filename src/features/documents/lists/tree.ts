// The sidebar's tree: categories by their order, then documents, at most 200 per category with the true count beside them.
// A bound per category, not for the whole tree, so that one large category hides no other.

import { setImmediate } from 'node:timers/promises'
import { type Actor, VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import type { TreeNode } from '../schemas.ts'
import { countByCategory, listTreeCategories, listTreeDocuments, type TreeDocument } from './tree-store.ts'

export const TREE_DOCUMENTS = 200

/** A large tree is made in pieces, so that other requests need not wait for all of it. */
const LONGEST_RUN_MS = 4

export const publicTree = (deps: Pick<Deps, 'db'>): Promise<TreeNode[]> => documentTree(deps, VISITOR)

export async function documentTree({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<TreeNode[]> {
  const categories = await listTreeCategories(db.read, actor)
  const counts = await countByCategory(db.read, actor, 'api')
  const below = new Map<number, TreeNode[]>([[NO_CATEGORY, []]])
  for (const { id, name, slug, parent_id } of categories) {
    const count = counts.get(id) ?? 0
    const children: TreeNode[] = []
    below.set(id, children)
    // A category whose parent is hidden from this reader is hidden too, so every parent is already there.
    below.get(parent_id ?? NO_CATEGORY)?.push({
      type: 'category',
      id,
      title: name,
      slug,
      document_count: count,
      truncated: count > TREE_DOCUMENTS,
      children,
    })
  }
  const filled = [...below.keys()].filter((id) => counts.has(id))
  let rested = performance.now()
  for await (const documents of listTreeDocuments(db, actor, filled, TREE_DOCUMENTS, 'api')) {
    for (const document of documents) below.get(document.category_id ?? NO_CATEGORY)!.push(documentNode(document))
    if (performance.now() - rested > LONGEST_RUN_MS) {
      await setImmediate()
      rested = performance.now()
    }
  }
  return below.get(NO_CATEGORY)!
}

const documentNode = ({ id, title, slug, pinned_at }: TreeDocument): TreeNode => ({
  type: 'document',
  id,
  title,
  slug,
  pinned: pinned_at > 0,
  children: [],
})
