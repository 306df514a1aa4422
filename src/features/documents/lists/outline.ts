// The site's outline as one page's sidebar shows it. A small site is shown as a whole; of a large one, every category at
// the top and what lies on the way to the current page, so that a page stays small however large the site is. What is not
// written yet, and a category with nothing to read, are in it only for editors.

import { type HasSlot, type InPlace, isCategory, mergeLevel } from 'galley-blocks/level.ts'
import { type Actor, edits } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import type { Variant } from '../access/variants.ts'
import { type AddressedDocument, documentAddress, type SiteAddresses } from './addresses.ts'
import { CategoryParts, type ListedTree } from './category-parts.ts'
import { categorySlugs, locate, type PageLocation } from './located.ts'
import { countByCategory, listTreeCategories, type TreeCategory, type TreeDocument } from './tree-store.ts'

/** href is set where addresses come from the tree; elsewhere they follow from the slugs. */
export type OutlineDocument = InPlace & AddressedDocument & { title: string; written: boolean; href?: string }
export type OutlineCategory = HasSlot & {
  id: number
  slug: string
  name: string
  /** count is of the documents directly in it that this reader may read; exact where they are listed. */
  count: number
  /** filled: there is something to read in it or below it. */
  filled: boolean
  /** open: on the way to the current page. */
  open: boolean
  /** loaded: whether what is in it is listed; otherwise its own page lists it. */
  loaded: boolean
  /** index stands for the category, where this reader may read it; it is not among the documents then. */
  index: OutlineDocument | undefined
  categories: OutlineCategory[]
  documents: OutlineDocument[]
}
/** `tags` are what its lists rest on, besides the shape (category-parts.ts). */
export type Outline = { categories: OutlineCategory[]; documents: OutlineDocument[]; tags: string[] }
/** An OutlineLevel lists a category's children, or the top level's, in the order that readers see. `isCut`: there are more documents. */
export type OutlineLevel = {
  items: readonly (TreeCategory | OutlineDocument)[]
  /** way is the slugs of the categories down to it. */
  way: string[]
  isCut: boolean
  parentId: number | null
}
/** SiteTotals are how many documents this reader finds on the site, and in each category with what is below it. */
export type SiteTotals = { site: number; of: ReadonlyMap<number, number> }

/**
 * A BranchPart is documents of a category that stand together within a branch; behind another category its own goes on. `more`
 * come behind the `listed` ones of the category, in the order of the tree. It is named wherever it could be taken for another.
 */
export type BranchPart = {
  id: number
  name: string
  isNamed: boolean
  slugs: string[]
  listed: number
  more: number
}

/** Up to WHOLE documents and categories the whole outline is listed; a category lists at most LISTED documents. */
const WHOLE = 150
const LISTED = 60
const DOCUMENT_BYTES = 300

/** listTopCategories is the outline's first level: the categories in or below which there is something to read. */
export async function listTopCategories(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<{ slug: string; name: string }[]> {
  const categories = await listTreeCategories(db.read, actor)
  const filled = new Set((await countByCategory(db.read, actor, 'site')).keys())
  // Parents come before what is below them.
  for (const { id, parent_id } of categories.toReversed())
    if (parent_id !== null && filled.has(id)) filled.add(parent_id)
  return categories.filter(({ id, parent_id }) => parent_id === null && filled.has(id))
}

/** The first documents of a category; `index` stands for it and is not among the others. At the top that is the home page. */
type OutlinePart = Pick<OutlineCategory, 'index' | 'documents'>

/** Builds outlines from cached parts (category-parts.ts). */
export class Outlines {
  readonly #deps: Deps
  readonly #siteOf: () => SiteAddresses | Promise<SiteAddresses>
  readonly #parts: CategoryParts<OutlinePart>

  /** Without `siteOf`, for those who make no links, documents have no addresses. */
  constructor(deps: Deps, siteOf: () => SiteAddresses | Promise<SiteAddresses> = () => FLAT) {
    this.#deps = deps
    this.#siteOf = siteOf
    this.#parts = new CategoryParts(deps, {
      channel: 'site',
      limit: LISTED,
      smallSite: WHOLE,
      partOf: async (variant) => {
        const [{ byId }, site] = [await this.#parts.treeFor(variant), await siteOf()]
        return (rows, id) => partOf(rows, id, byId, site)
      },
      sizeOf: ({ documents }) => DOCUMENT_BYTES * (documents.length + 1),
    })
  }

  treeFor(variant: Variant): ListedTree | Promise<ListedTree> {
    return this.#parts.treeFor(variant)
  }

  /** Where links to documents and categories lead, for this reader. */
  async locate(variant: Variant, links: readonly string[]): Promise<PageLocation> {
    const { byId } = await this.#parts.treeFor(variant)
    return locate(this.#deps, variant.actor, await this.#siteOf(), byId, links)
  }

  /** These depend on TAGS.index. */
  async totalsFor(variant: Variant): Promise<SiteTotals> {
    const { total, totals } = await this.#parts.treeFor(variant)
    return { site: total, of: totals }
  }

  /** Leaves out categories without anything to read. */
  async levelOf(variant: Variant, id: number | null): Promise<OutlineLevel> {
    const { below, byId, counts, totals } = await this.#parts.treeFor(variant)
    const { index, documents } = (await this.#parts.partsFor(variant, [id ?? NO_CATEGORY])).get(id ?? NO_CATEGORY)!
    const categories = (below.get(id) ?? []).filter((category) => totals.get(category.id)! > 0)
    return {
      items: [...(index ? [index] : []), ...mergeLevel(categories, documents)],
      way: categorySlugs(byId, id),
      isCut: (counts.get(id ?? NO_CATEGORY) ?? 0) > documents.length + (index ? 1 : 0),
      parentId: id === null ? null : (byId.get(id)?.parent_id ?? null),
    }
  }

  /** branchOf is a category and what is below it, in the one order in which one reads them. */
  async branchOf(variant: Variant, id: number): Promise<BranchPart[]> {
    const { byId, counts } = await this.#parts.treeFor(variant)
    const parts: BranchPart[] = []
    const entered = new Set<number>()
    const walk = async ({ id, name }: Pick<TreeCategory, 'id' | 'name'>, isNamed: boolean): Promise<void> => {
      // Even in a circle each is walked once.
      if (entered.has(id)) return
      entered.add(id)
      const { items } = await this.levelOf(variant, id)
      const listed = items.filter((item) => !isCategory(item)).length
      let run: BranchPart | undefined
      let last: BranchPart | undefined
      for (const item of items) {
        if (isCategory(item)) {
          await walk(item, true)
          run = undefined
          continue
        }
        if (!run) {
          run = { id, name, isNamed: isNamed || parts.length > 0, slugs: [], listed, more: 0 }
          parts.push(run)
        }
        run.slugs.push(item.slug)
        last = run
      }
      if (last) last.more = Math.max((counts.get(id) ?? 0) - listed, 0)
    }
    const category = byId.get(id)
    if (category) await walk(category, false)
    return parts
  }

  /** The outline around a category. */
  async get(variant: Variant, present: number | null): Promise<Outline> {
    const { below, byId, counts, isSmall, totals } = await this.#parts.treeFor(variant)
    const way = new Set<number>()
    for (let at = byId.get(present ?? NO_CATEGORY); at && !way.has(at.id); at = byId.get(at.parent_id ?? NO_CATEGORY))
      way.add(at.id)
    const listed = [NO_CATEGORY, ...(isSmall ? byId.keys() : way)]
    const parts = await this.#parts.partsFor(variant, listed)
    const inside = (id: number | null): OutlineCategory[] =>
      (below.get(id) ?? []).flatMap(({ id, slug, name, slot }) => {
        const [open, filled, part] = [way.has(id), totals.get(id)! > 0, parts.get(id)]
        if (!open && !filled && !edits(variant.actor)) return []
        const { index, documents } = part ?? NOTHING
        const count = counts.get(id) ?? 0
        const categories = part ? inside(id) : []
        return { id, slug, name, slot, count, filled, open, loaded: part !== undefined, index, documents, categories }
      })
    return {
      categories: inside(null),
      documents: parts.get(NO_CATEGORY)!.documents,
      tags: listed.map(TAGS.category),
    }
  }
}

/** FLAT is for those who make no links. */
const FLAT: SiteAddresses = { addresses: 'flat', basePath: '', homeId: null, version: 0 }
const NOTHING: OutlinePart = { index: undefined, documents: [] }

function partOf(rows: TreeDocument[], id: number, byId: ListedTree['byId'], site: SiteAddresses): OutlinePart {
  const indexId = id === NO_CATEGORY ? site.homeId : byId.get(id)?.index_id
  const way = categorySlugs(byId, id)
  const documents = rows.map((row): OutlineDocument => {
    const { id, slug, title, position, path, pinned_at, has_content } = row
    const document = { id, slug, title, path, position, pinned: pinned_at > 0, written: has_content === 1 }
    if (site.addresses === 'flat' && id !== site.homeId) return document
    return { ...document, href: documentAddress(site, way, row, id === indexId) }
  })
  return {
    index: documents.find(({ id }) => id === indexId),
    documents: documents.filter(({ id }) => id !== indexId),
  }
}
