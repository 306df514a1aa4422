// The category tree cached in parts: the categories a reader may see with their document counts, and the first documents of
// each. A new document invalidates only its category's part, so a sidebar needn't count and list the whole site again.

import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { type Fresh, FreshCache } from '#engine/db/fresh-cache.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import type { Channel } from '../access/access.ts'
import type { Variant } from '../access/variants.ts'
import {
  countByCategory,
  countIn,
  listTreeCategories,
  listTreeDocuments,
  type TreeCategory,
  type TreeDocument,
} from './tree-store.ts'

export type ListedTree = {
  /** Changes only if a sidebar would look different: another tree, a category becomes empty or filled, the site outgrows `smallSite`. */
  number: number
  /** Parents come before their children. */
  byId: ReadonlyMap<number, TreeCategory>
  /** Children by parent; null is the top. Only a token bound to categories sees one without its parent. */
  below: ReadonlyMap<number | null, TreeCategory[]>
  counts: ReadonlyMap<number, number>
  /** Counts that include everything below. */
  totals: ReadonlyMap<number, number>
  total: number
  isSmall: boolean
}

type PartsOptions<Part> = {
  channel: Channel
  limit: number
  /** A site with up to so many documents and categories is small. */
  smallSite: number
  /** Called after the moment from which parts are cached, so it may read the tree and the site's addresses. */
  partOf: (variant: Variant) => Promise<(documents: TreeDocument[], id: number) => Part>
  sizeOf: (part: Part) => number
}

/** Enough for active readers with grants of their own. */
const TREES_KEPT = 50
const PARTS_BYTES = 32 * 1024 * 1024
/** Categories to count one by one; with more, all are counted at once. */
const COUNTED_ALONE = 100

export class CategoryParts<Part> {
  readonly #db: Deps['db']
  readonly #options: PartsOptions<Part>
  readonly #trees: FreshCache<ListedTree>
  readonly #parts: FreshCache<Part>
  #numbers = 0

  constructor({ db }: Deps, options: PartsOptions<Part>) {
    this.#db = db
    this.#options = options
    this.#trees = new FreshCache(db, { max: TREES_KEPT })
    this.#parts = new FreshCache(db, {
      maxBytes: PARTS_BYTES,
      sizeOf: (part, key) => options.sizeOf(part) + key.length + 200,
    })
  }

  /** Makes no promise if nothing has changed. */
  treeFor = ({ key, actor }: Variant): ListedTree | Promise<ListedTree> =>
    this.#trees.get(key, async (stale) => ({ value: await this.#read(actor, stale), tags: [TAGS.site, TAGS.index] }))

  partsFor(variant: Variant, categoryIds: readonly number[]): Promise<Map<number, Part>> {
    const { channel, limit, partOf } = this.#options
    return this.#parts.getMany(categoryIds, {
      keyOf: (id) => `${id} ${variant.key}`,
      tagsOf: (id) => [TAGS.category(id), TAGS.site],
      read: async (ids) => {
        const part = await partOf(variant)
        const documents = new Map<number, TreeDocument[]>(ids.map((id) => [id, []]))
        for await (const rows of listTreeDocuments(this.#db.read, variant.actor, ids, limit, channel))
          for (const row of rows) documents.get(row.category_id ?? NO_CATEGORY)!.push(row)
        return [...documents].map(([id, rows]) => [id, part(rows, id)] as const)
      },
    })
  }

  /** As long as the categories are the same, counts only those whose documents have changed. */
  async #read(actor: Actor, stale: Fresh<ListedTree> | undefined): Promise<ListedTree> {
    const { channel, smallSite } = this.#options
    const before = stale && this.#db.isCurrent(stale.sequence, [TAGS.site]) ? stale.value : undefined
    const byId =
      before?.byId ??
      new Map((await listTreeCategories(this.#db.read, actor)).map((category) => [category.id, category]))
    const counts = before
      ? await this.#recount(actor, before, stale!.sequence)
      : await countByCategory(this.#db.read, actor, channel)
    const total = counts.values().reduce((sum, count) => sum + count, 0)
    const isSmall = byId.size + total <= smallSite
    const totals = totalsOf(byId, counts)
    const looksSame =
      before?.isSmall === isSmall && totals.entries().every(([id, count]) => count > 0 === before.totals.get(id)! > 0)
    return {
      number: looksSame ? before.number : ++this.#numbers,
      byId,
      below:
        before?.below ?? Map.groupBy(byId.values(), ({ parent_id: id }) => (id !== null && byId.has(id) ? id : null)),
      counts,
      totals,
      total,
      isSmall,
    }
  }

  async #recount(actor: Actor, { byId, counts }: ListedTree, since: number): Promise<Map<number, number>> {
    const { channel } = this.#options
    const changed = [NO_CATEGORY, ...byId.keys()].filter((id) => !this.#db.isCurrent(since, [TAGS.category(id)]))
    if (changed.length > COUNTED_ALONE) return countByCategory(this.#db.read, actor, channel)
    const after = new Map([...counts, ...(await countIn(this.#db.read, actor, channel, changed))])
    for (const id of changed) if (after.get(id) === 0) after.delete(id)
    return after
  }
}

function totalsOf(byId: ListedTree['byId'], counts: ReadonlyMap<number, number>): Map<number, number> {
  const totals = new Map(byId.keys().map((id) => [id, counts.get(id) ?? 0]))
  // From the end, so that every total is complete before it is added to its parent's.
  for (const { id, parent_id } of [...byId.values()].reverse()) {
    const parent = parent_id === null ? undefined : totals.get(parent_id)
    if (parent !== undefined) totals.set(parent_id!, parent + totals.get(id)!)
  }
  return totals
}
