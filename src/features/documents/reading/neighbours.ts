// The previous and next page in tree order, across categories, with only what this reader may read.

import { isCategory } from 'galley-blocks/level.ts'
import { TAGS } from '#changes.ts'
import type { ReadDeps } from '#deps.ts'
import type { Variant } from '../access/variants.ts'
import { documentAddress, type SiteAddresses } from '../lists/addresses.ts'
import type { OutlineLevel, Outlines } from '../lists/outline.ts'
import type { Article } from './article.ts'
import * as store from './page-store.ts'

/** `tags` are those of the levels that were searched. */
export type FoundNeighbours = store.Neighbours & { tags: string[] }
type NeighbourPage = NonNullable<store.Neighbours['next']>
type LevelPart = OutlineLevel['items'][number]
type WhichSide = keyof store.Neighbours

export async function findNeighbours(
  { db }: ReadDeps,
  outlines: Outlines,
  variant: Variant,
  article: Pick<Article, 'slug' | 'category_id' | 'spot'>,
  site: SiteAddresses,
): Promise<FoundNeighbours> {
  const passed = new Set<number | null>()
  const levelOf = (id: number | null) => {
    passed.add(id)
    return outlines.levelOf(variant, id)
  }

  // Each category is entered once per side, so that a cycle (manual database edits) terminates.
  const entered = { previous: new Set<number | null>(), next: new Set<number | null>() }

  /** The first page among items in the direction of `side`. */
  const nearest = async (items: readonly LevelPart[], side: WhichSide): Promise<NeighbourPage | undefined> => {
    for (const item of items) {
      if (!isCategory(item)) return item
      if (entered[side].has(item.id)) continue
      entered[side].add(item.id)
      const level = await levelOf(item.id)
      const found = await nearest(side === 'next' ? level.items : await fromEnd(level, item.id), side)
      if (found) return found
    }
    return undefined
  }

  /** The level from its end: its last document may be beyond the listed ones; categories after them stay last. */
  const fromEnd = async ({ items, isCut, way }: OutlineLevel, id: number | null): Promise<LevelPart[]> => {
    const backwards = items.toReversed()
    const at = backwards.findIndex((item) => !isCategory(item))
    if (!isCut || at < 0) return backwards
    const { previous } = await store.findNeighbours(db.read, variant.actor, store.endOf(id))
    return previous
      ? backwards.toSpliced(at, 0, {
          ...backwards[at]!,
          ...previous,
          href: documentAddress(site, way, previous, false),
        } as LevelPart)
      : backwards
  }

  /** Searches the rest of a level, then the one above. */
  const searchLevel = async (
    side: WhichSide,
    id: number | null,
    isHere: (item: LevelPart) => boolean,
  ): Promise<NeighbourPage | undefined> => {
    entered[side].add(id)
    const level = await levelOf(id)
    const items = side === 'next' ? level.items : await fromEnd(level, id)
    const found = await nearest(items.slice(items.findIndex(isHere) + 1), side)
    if (found || id === null || entered[side].has(level.parentId)) return found
    return searchLevel(side, level.parentId, (item) => isCategory(item) && item.id === id)
  }

  const { items, isCut, way } = await levelOf(article.category_id)
  const isHere = (item: LevelPart) => !isCategory(item) && item.slug === article.slug
  const at = items.findIndex(isHere)
  // There may be more documents after the last listed one.
  const isBeyond = at < 0 || (isCut && at === items.findLastIndex((item) => !isCategory(item)))
  const own = isBeyond ? await store.findNeighbours(db.read, variant.actor, article.spot) : undefined
  const isEnd = (item: LevelPart) => isHere(item) || (at < 0 && item === items.findLast((one) => !isCategory(one)))
  const withHref = (page: NeighbourPage | undefined) =>
    page && { ...page, href: documentAddress(site, way, page, false) }
  return {
    previous: at < 0 ? withHref(own?.previous) : await searchLevel('previous', article.category_id, isHere),
    next: withHref(own?.next) ?? (await searchLevel('next', article.category_id, isEnd)),
    tags: [...passed].map(TAGS.category),
  }
}
