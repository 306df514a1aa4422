// The site's outline as one page's sidebar shows it. A small site is shown as a whole; of a large one, every category at
// the top and what lies on the way to the current page, so that a page stays small however large the site is. What is not
// written yet, and a category with nothing to read, are in it only for editors.

import { type HasSlot, type InPlace, isCategory, mergeLevel } from 'galley-blocks/level.ts'
import { type Actor, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { FreshCache } from '#engine/db/fresh-cache.ts'
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

const OUTLINES_KEPT = 500

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

/** Outlines puts outlines together from parts that are kept (category-parts.ts). */
export class Outlines {
  readonly #deps: Pick<Deps, 'db'>
  readonly #parts: CategoryParts<OutlineDocument[]>
  /** Pages of the same category have the same outline. */
  readonly #outlines: FreshCache<Outline>

  constructor(deps: Pick<Deps, 'db'>) {
    this.#deps = deps
    this.#outlines = new FreshCache(deps.db, { max: OUTLINES_KEPT })
    this.#parts = new CategoryParts(deps, {
      channel: 'site',
      limit: LISTED,
      smallSite: WHOLE,
      partOf: outlineDocuments,
    })
  }

  /** shapeFor: pages whose sidebars would look the same have shapes of the same number. */
  shapeFor(variant: Variant): ListedTree | Promise<ListedTree> {
    return this.#parts.shapeFor(variant)
  }

  /** locate is where links to documents and categories lead, for this reader. */
  async locate(variant: Variant, site: SiteAddresses, links: readonly string[]): Promise<PageLocation> {
    const { byId } = whatIsBelow(await this.#parts.shapeFor(variant))
    return locate(this.#deps, variant.actor, site, byId, links)
  }

  /** totalsFor: a kept outline has none, because its sidebar looks the same with others. They rest on TAGS.counts. */
  async totalsFor(variant: Variant): Promise<SiteTotals> {
    const shape = await this.#parts.shapeFor(variant)
    return { site: shape.total, of: whatIsBelow(shape).totals }
  }

  /** levelOf leaves out categories without anything to read. The home page stands for the site, at the top. */
  async levelOf(variant: Variant, id: number | null, site: SiteAddresses): Promise<OutlineLevel> {
    const shape = await this.#parts.shapeFor(variant)
    const { below, totals, byId } = whatIsBelow(shape)
    const documents = (await this.#parts.partsFor(variant, [id ?? NO_CATEGORY])).get(id ?? NO_CATEGORY) ?? []
    const categories = (below.get(id) ?? []).filter((category) => totals.get(category.id)! > 0)
    const own = shape.categories.find((category) => category.id === id)
    const isCut = (shape.counts.get(id ?? NO_CATEGORY) ?? 0) > documents.length
    const { index, documents: others } = withIndex(documents, id === null ? site.homeId : own?.index_id)
    const way = categorySlugs(byId, id)
    const at = (document: OutlineDocument) => withHref(site, way, document, document === index)
    const items = [...(index ? [index] : []), ...mergeLevel(categories, others)]
    return {
      items: items.map((item) => ('slot' in item ? item : at(item))),
      way,
      isCut,
      parentId: own?.parent_id ?? null,
    }
  }

  /** branchOf is a category and what is below it, in the one order in which one reads them. */
  async branchOf(variant: Variant, id: number): Promise<BranchPart[]> {
    const { categories, counts } = await this.#parts.shapeFor(variant)
    const parts: BranchPart[] = []
    const entered = new Set<number>()
    const walk = async ({ id, name }: Pick<TreeCategory, 'id' | 'name'>, isNamed: boolean): Promise<void> => {
      // Even in a circle each is walked once.
      if (entered.has(id)) return
      entered.add(id)
      const { items } = await this.levelOf(variant, id, FLAT)
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
    for (const category of categories) if (category.id === id) await walk(category, false)
    return parts
  }

  /** get is the outline around a category. */
  async get(variant: Variant, present: number | null, site = FLAT): Promise<Outline> {
    const { number } = await this.#parts.shapeFor(variant)
    const make = async () => {
      // Read again, so that the counts are at least as new as the sequence under which the outline is kept.
      const shape = await this.#parts.shapeFor(variant)
      const outline = await this.#putTogether(variant, present, shape, site)
      return { value: outline, tags: outline.tags, keep: shape.number === number }
    }
    return this.#outlines.get(`${present} ${variant.key}`, make, { stamp: `${number} ${site.version}` })
  }

  async #putTogether(
    variant: Variant,
    present: number | null,
    shape: ListedTree,
    site: SiteAddresses,
  ): Promise<Outline> {
    const { categories: rows, counts, total } = shape
    const { totals, byId } = whatIsBelow(shape)
    const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
    const way = new Set<number>()
    for (let id: number | null | undefined = present; id != null && !way.has(id); id = parents.get(id)) way.add(id)

    const whole = rows.length + total <= WHOLE
    const outlined = new Map<number, OutlineCategory>()
    const top: OutlineCategory[] = []
    for (const { id, slug, name, slot, parent_id } of rows) {
      const open = way.has(id)
      const count = counts.get(id) ?? 0
      const loaded = whole || open
      const filled = totals.get(id)! > 0
      const category = {
        id,
        slug,
        name,
        slot,
        count,
        filled,
        open,
        loaded,
        index: undefined,
        categories: [],
        documents: [],
      }
      outlined.set(id, category)
      // Only a token bound to categories sees one without its parent (tree.ts).
      if (parent_id === null || !parents.has(parent_id)) top.push(category)
      // Below a closed category of a large site nothing is listed.
      else if (outlined.get(parent_id)?.loaded) outlined.get(parent_id)!.categories.push(category)
    }
    const listed = [
      NO_CATEGORY,
      ...outlined
        .values()
        .filter(({ loaded }) => loaded)
        .map(({ id }) => id),
    ]
    const parts = await this.#parts.partsFor(variant, listed)
    for (const [id, documents] of parts) {
      const { index, documents: others } = withIndex(documents, byId.get(id)?.index_id)
      const way = categorySlugs(byId, id)
      const listed = others.map((document) => withHref(site, way, document, false))
      if (id !== NO_CATEGORY)
        Object.assign(outlined.get(id)!, { index: index && withHref(site, way, index, true), documents: listed })
      else parts.set(id, listed)
    }
    return {
      categories: seesEverything(variant.actor) ? top : withoutEmpty(top),
      documents: parts.get(NO_CATEGORY) ?? [],
      tags: listed.map((id) => TAGS.category(id)),
    }
  }
}

/** FLAT is for those who make no links. */
const FLAT: SiteAddresses = { addresses: 'flat', basePath: '', homeId: null, version: 0 }

/** Addresses change with the site and the way down: until then a document is the same, and so is what was made of it. */
const addressed = new WeakMap<OutlineDocument, { key: string; document: OutlineDocument }>()

/** withHref leaves what has no address of its own as it is. */
function withHref(site: SiteAddresses, way: string[], document: OutlineDocument, isIndex: boolean): OutlineDocument {
  if (site.addresses === 'flat' && document.id !== site.homeId) return document
  const key = `${site.version} ${isIndex} ${way.join('/')}`
  const linked = addressed.get(document)
  if (linked?.key === key) return linked.document
  const addressedCopy = { ...document, href: documentAddress(site, way, document, isIndex) }
  addressed.set(document, { key, document: addressedCopy })
  return addressedCopy
}

/** withIndex sets the document that stands for the category apart. */
function withIndex(documents: OutlineDocument[], indexId: number | null | undefined) {
  const index = documents.find(({ id }) => id === indexId)
  return { index, documents: index ? documents.filter((document) => document !== index) : documents }
}

type TreeTotals = {
  below: Map<number | null, TreeCategory[]>
  totals: Map<number, number>
  byId: Map<number, TreeCategory>
}
const belows = new WeakMap<ListedTree, TreeTotals>()

/** whatIsBelow is, by category, those right below it, and how many documents are in it and below it. */
const whatIsBelow = (tree: ListedTree): TreeTotals =>
  belows.getOrInsertComputed(tree, () => ({
    below: Map.groupBy(tree.categories, ({ parent_id }) => parent_id),
    totals: totalsOf(tree),
    byId: new Map(tree.categories.map((category) => [category.id, category])),
  }))

function totalsOf({ categories, counts }: ListedTree): Map<number, number> {
  const totals = new Map(categories.map(({ id }) => [id, counts.get(id) ?? 0]))
  // Parents stand before their children, so from the end every total is whole before it is added to its parent's.
  for (const { id, parent_id } of categories.toReversed()) {
    const parent = parent_id === null ? undefined : totals.get(parent_id)
    if (parent !== undefined) totals.set(parent_id!, parent + totals.get(id)!)
  }
  return totals
}

const outlineDocuments = (documents: TreeDocument[]): OutlineDocument[] =>
  documents.map(({ id, slug, title, position, path, pinned_at, has_content }) => ({
    id,
    slug,
    title,
    path,
    position,
    pinned: pinned_at > 0,
    written: has_content === 1,
  }))

/** withoutEmpty keeps the way to the current page, whatever is there. */
function withoutEmpty(categories: OutlineCategory[]): OutlineCategory[] {
  return categories
    .filter(({ filled, open }) => filled || open)
    .map((category) => ({ ...category, categories: withoutEmpty(category.categories) }))
}
