// The tree of the API: categories by their order, then documents, at most 200 per category with the true count beside them.
// The bound is for each category, so that one large category hides no other. As JSON the tree is over a megabyte on a large
// site, so it is put together from the JSON of each category, which is kept until something in that category changes.

import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import type { TreeNode } from '../schemas.ts'
import { CategoryParts } from './category-parts.ts'
import type { TreeDocument } from './tree-store.ts'

export const TREE_DOCUMENTS = 200

/** TREE_TAGS are what the whole tree rests on. */
export const TREE_TAGS = [TAGS.tree, TAGS.listing, TAGS.counts, TAGS.grants]

export class Trees {
  readonly #parts: CategoryParts<string>

  constructor(deps: Pick<Deps, 'db'>) {
    this.#parts = new CategoryParts(deps, { channel: 'api', limit: TREE_DOCUMENTS, smallSite: 0, partOf: asJson })
  }

  /** getJson is the tree of those who share the key. */
  async getJson(key: string, actor: Actor): Promise<string> {
    const { categories, counts } = await this.#parts.shapeFor(key, actor)
    const ids = [NO_CATEGORY, ...categories.map(({ id }) => id)]
    const parts = await this.#parts.partsFor(key, actor, ids)
    // A category whose parent is hidden from this reader is hidden too; only a token bound to categories begins below the root.
    const known = new Set(ids)
    const below = Map.groupBy(categories, ({ parent_id }) =>
      parent_id !== null && known.has(parent_id) ? parent_id : NO_CATEGORY,
    )
    const childrenOf = (id: number): string => {
      const nodes = (below.get(id) ?? []).map((category) => {
        const count = counts.get(category.id) ?? 0
        const head: Omit<TreeNode, 'children'> = {
          type: 'category',
          id: category.id,
          title: category.name,
          slug: category.slug,
          document_count: count,
          truncated: count > TREE_DOCUMENTS,
        }
        return `${JSON.stringify(head).slice(0, -1)},"children":${childrenOf(category.id)}}`
      })
      const documents = parts.get(id) ?? ''
      return `[${nodes.join(',')}${nodes.length > 0 && documents !== '' ? ',' : ''}${documents}]`
    }
    return childrenOf(NO_CATEGORY)
  }
}

const asJson = (documents: TreeDocument[]): string =>
  documents.map((row) => JSON.stringify(documentNode(row))).join(',')

const documentNode = ({ id, title, slug, pinned_at }: TreeDocument): TreeNode => ({
  type: 'document',
  id,
  title,
  slug,
  pinned: pinned_at > 0,
  children: [],
})
