// The category tree cached in parts: the categories a reader may see, their document counts, and the first documents of each.
// A new document invalidates only its category's part, so a sidebar needn't count and list the whole site again.
//
// Glossary
//   shape   the categories with their counts. Its `number` changes only if a sidebar would look different: a category
//           appears, disappears, becomes empty or filled, or the site outgrows `smallSite`. Pages are cached by it.

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
  number: number
  categories: readonly TreeCategory[]
  counts: ReadonlyMap<number, number>
  total: number
}

type ListedPart<Part> = { sequence: number; tags: readonly string[]; part: Part }
type ListedParts<Part> = { shape: ListedTree; listed: Map<number, ListedPart<Part>> }

type PartsOptions<Part> = {
  channel: Channel
  limit: number
  /** Up to so many documents and categories, a sidebar shows counts, so every change makes a new shape. */
  smallSite: number
  partOf: (documents: TreeDocument[]) => Part
}

/** Enough for active readers with grants of their own. */
const KEYS_KEPT = 50
/** Categories to count one by one; with more, all are counted at once. */
const COUNTED_ALONE = 100
const SHAPE_TAGS = [TAGS.tree, TAGS.counts, TAGS.grants]
const WHO_READS = [TAGS.tree, TAGS.grants]

export class CategoryParts<Part> {
  readonly #db: Deps['db']
  readonly #options: PartsOptions<Part>
  readonly #parts: FreshCache<ListedParts<Part>>
  #numbers = 0

  constructor({ db }: Pick<Deps, 'db'>, options: PartsOptions<Part>) {
    this.#db = db
    this.#options = options
    this.#parts = new FreshCache(db, { max: KEYS_KEPT })
  }

  /** Synchronous if nothing has changed. */
  shapeFor(variant: Variant): ListedTree | Promise<ListedTree> {
    const parts = this.#current(variant)
    return parts instanceof Promise ? parts.then(({ shape }) => shape) : parts.shape
  }

  /** Categories without documents for this reader are omitted. */
  async partsFor(variant: Variant, categoryIds: readonly number[]): Promise<Map<number, Part>> {
    const { shape, listed } = await this.#current(variant)
    const wanted = categoryIds.filter((id) => shape.counts.has(id))
    const parts = new Map<number, Part>()
    const missing: number[] = []
    for (const id of wanted) {
      const entry = listed.get(id)
      if (entry && this.#db.isCurrent(entry.sequence, entry.tags)) parts.set(id, entry.part)
      else missing.push(id)
    }
    if (missing.length > 0)
      for (const [id, part] of await this.#list(variant.actor, missing, listed)) parts.set(id, part)
    return parts
  }

  async #list(actor: Actor, ids: number[], listed: ListedParts<Part>['listed']): Promise<Map<number, Part>> {
    const { channel, limit, partOf } = this.#options
    const sequence = this.#db.sequence()
    const documents = new Map<number, TreeDocument[]>(ids.map((id) => [id, []]))
    for await (const rows of listTreeDocuments(this.#db.read, actor, ids, limit, channel))
      for (const row of rows) documents.get(row.category_id ?? NO_CATEGORY)!.push(row)
    const parts = new Map([...documents].map(([id, rows]) => [id, partOf(rows)]))
    if (sequence !== undefined)
      for (const [id, part] of parts) listed.set(id, { sequence, tags: [TAGS.category(id), ...WHO_READS], part })
    return parts
  }

  /** Shape and parts are read by separate queries, so they are cached under the reader's own key. */
  #current = ({ key, actor }: Variant): ListedParts<Part> | Promise<ListedParts<Part>> =>
    this.#parts.get(key, async (stale) => ({ value: await this.#read(actor, stale), tags: SHAPE_TAGS }))

  async #read(actor: Actor, stale: Fresh<ListedParts<Part>> | undefined): Promise<ListedParts<Part>> {
    if (stale === undefined || !this.#db.isCurrent(stale.sequence, WHO_READS))
      return { shape: await this.#readShape(actor), listed: new Map() }
    return { shape: await this.#recount(actor, stale), listed: stale.value.listed }
  }

  async #readShape(actor: Actor): Promise<ListedTree> {
    const categories = await listTreeCategories(this.#db.read, actor)
    const counts = await countByCategory(this.#db.read, actor, this.#options.channel)
    return { number: ++this.#numbers, categories, counts, total: sum(counts) }
  }

  /** Counts only categories whose documents have changed, and drops their parts. */
  async #recount(actor: Actor, { sequence, value: { shape, listed } }: Fresh<ListedParts<Part>>): Promise<ListedTree> {
    const ids = [NO_CATEGORY, ...shape.categories.map(({ id }) => id)]
    const changed = ids.filter((id) => !this.#db.isCurrent(sequence, [TAGS.category(id)]))
    for (const id of changed) listed.delete(id)
    const counts = await this.#countAgain(actor, shape, changed)
    const next = { ...shape, counts, total: sum(counts) }
    const looksSame = changed.every(isAsFilled(shape, next)) && !this.#isSmall(shape) && !this.#isSmall(next)
    return looksSame ? next : { ...next, number: ++this.#numbers }
  }

  async #countAgain(actor: Actor, { counts }: ListedTree, ids: readonly number[]): Promise<Map<number, number>> {
    const { channel } = this.#options
    if (ids.length > COUNTED_ALONE) return countByCategory(this.#db.read, actor, channel)
    const after = new Map([...counts, ...(await countIn(this.#db.read, actor, channel, ids))])
    for (const id of ids) if (after.get(id) === 0) after.delete(id)
    return after
  }

  #isSmall = ({ categories, total }: ListedTree): boolean => categories.length + total <= this.#options.smallSite
}

/** A category with pages below it looks the same when it gets its first own page. */
function isAsFilled(before: ListedTree, after: ListedTree): (id: number) => boolean {
  const hasBelow = new Set<number | null>()
  // Parents come first, so from the end every child is known before its parent.
  for (const { id, parent_id } of after.categories.toReversed())
    if (after.counts.has(id) || hasBelow.has(id)) hasBelow.add(parent_id)
  return (id) => hasBelow.has(id) || before.counts.has(id) === after.counts.has(id)
}

const sum = (counts: ReadonlyMap<number, number>): number => counts.values().reduce((total, count) => total + count, 0)
