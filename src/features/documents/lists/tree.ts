// The API's tree: categories in order, then documents, at most 200 per category beside the true count, so that a large
// category hides no other. Each category's documents are cached as JSON, so that a change renders only its own.

import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import type { Variant } from '../access/variants.ts'
import type { TreeNode } from '../schemas.ts'
import { CategoryParts } from './category-parts.ts'
import type { TreeCategory, TreeDocument } from './tree-store.ts'

export const TREE_DOCUMENTS = 200

/** What the whole tree depends on. */
export const TREE_TAGS = [TAGS.site, TAGS.index]

export class Trees {
  readonly #parts: CategoryParts<string>

  constructor(deps: Deps) {
    this.#parts = new CategoryParts(deps, {
      channel: 'api',
      limit: TREE_DOCUMENTS,
      smallSite: 0,
      partOf: async () => (documents) => documents.map((row) => JSON.stringify(documentNode(row))).join(','),
      sizeOf: (json) => 2 * json.length,
    })
  }

  async getJson(variant: Variant): Promise<string> {
    const { below, byId, counts } = await this.#parts.treeFor(variant)
    const documents = await this.#parts.partsFor(variant, [NO_CATEGORY, ...byId.keys()])
    const nodesIn = (id: number | null): string =>
      [...(below.get(id) ?? []).map(categoryJson), documents.get(id ?? NO_CATEGORY)!]
        .filter((json) => json !== '')
        .join(',')
    const categoryJson = ({ id, name, slug }: TreeCategory): string => {
      const count = counts.get(id) ?? 0
      const truncated = count > TREE_DOCUMENTS
      const head: Partial<TreeNode> = { type: 'category', id, title: name, slug, document_count: count, truncated }
      return `${JSON.stringify(head).slice(0, -1)},"children":[${nodesIn(id)}]}`
    }
    return `[${nodesIn(null)}]`
  }
}

const documentNode = ({ id, title, slug, pinned_at, position, published }: TreeDocument): TreeNode => ({
  type: 'document',
  id,
  title,
  slug,
  pinned: pinned_at > 0,
  position,
  ...(published === 0 && { published: false }),
  children: [],
})
