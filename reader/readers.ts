// The reader of a page: cache key, name, outline.

import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Actor, edits } from '#actor.ts'
import { type SiteConfig, siteConfig } from '#config.ts'
import type { Deps } from '#deps.ts'
import { getUser } from '#features/accounts/accounts.ts'
import { nameOf } from '#features/accounts/users/person-name.ts'
import { type Brand, isAnnounced } from '#features/brand/brand.ts'
import { findReadableCategory, type ReadableCategory } from '#features/categories/reading.ts'
import type { Variant, Variants } from '#features/documents/access/variants.ts'
import type { PageLocation } from '#features/documents/lists/located.ts'
import {
  type BranchPart,
  type Outline,
  type OutlineCategory,
  Outlines,
  type SiteTotals,
} from '#features/documents/lists/outline.ts'
import type { Article } from '#features/documents/reading/article.ts'
import { type FoundNeighbours, findNeighbours } from '#features/documents/reading/neighbours.ts'
import { findMostRead } from '#features/documents/reading/page.ts'
import { baseOf } from '#http/base.ts'
import { MINUTE } from '#time.ts'
import { html } from './html.ts'
import type { Look } from './look.ts'
import type { PageContext, SiteLook, SiteSettings, Viewer } from './site.ts'

/** Quotes in text and values are escaped, so these matches are attributes. */
const FLAT_LINKS = / href="(\/read\/(?:category\/)?[^"/?#.]+)(?=["#])/g
const MOST_READ_AGE = 5 * MINUTE

type ReadersDeps = Deps & { variants: Variants; look: Look }

export class Readers {
  readonly #deps: ReadersDeps
  readonly #look: Look
  readonly #config: SiteConfig
  readonly #outlines: Outlines
  readonly #mostRead = new LRUCache<string, { age: number; ids: Promise<number[]> }>({ max: 500 })

  constructor(deps: ReadersDeps) {
    this.#deps = deps
    this.#look = deps.look
    this.#config = siteConfig(deps.config)
    this.#outlines = new Outlines(deps, () => this.brand())
  }

  /**
   * The cache key: visitors share pages; signed-in people have their own, which show their name. `shape` changes if pages
   * look different for another reason than their texts and lists.
   */
  async pageKey(request: FastifyRequest): Promise<{ who: string; shape: string }> {
    const { actor } = request
    const variant = await this.#deps.variants.of(actor)
    const { number } = await this.#outlines.treeFor(variant)
    const { brand } = await this.#look.get()
    const base = this.#deps.config.publicUrl === '' ? this.baseOf(request) : ''
    const who = actor.userId === null ? `${variant.key} ${base}` : `${variant.key} ${actor.userId} ${base}`
    return { who, shape: `${variant.sharedKey} ${number} ${this.#lookOf(brand)}` }
  }

  /** Changes with the brand, and when its announcement expires. */
  #lookOf = (brand: Brand): string =>
    `${brand.version}${isAnnounced(brand, this.#deps.clock.now()) ? ' announced' : ''}`

  /** As the last page found it, without a query. */
  hasNested = (): boolean => this.#look.known().brand.addresses === 'nested'

  async brand(): Promise<Brand> {
    return (await this.#look.get()).brand
  }

  baseOf(request: FastifyRequest): string {
    return baseOf(this.#deps.config, request)
  }

  async contextFor(request: FastifyRequest, category: number | null): Promise<PageContext> {
    return {
      site: this.#siteWith(await this.#look.get()),
      base: this.baseOf(request),
      viewer: await this.#viewerOf(request),
      outline: await this.#outlines.get(await this.variantOf(request), category),
    }
  }

  /** Without queries, for error pages. */
  bareContext(request: FastifyRequest): PageContext {
    const outline = { categories: [], documents: [], tags: [] }
    return { site: this.#siteWith(this.#look.known()), base: this.baseOf(request), viewer: undefined, outline }
  }

  /** For pages that look the same for everyone. */
  async contextForAll(request: FastifyRequest): Promise<PageContext> {
    await this.#look.get()
    return this.bareContext(request)
  }

  #siteWith(look: SiteLook): SiteSettings {
    const announced = isAnnounced(look.brand, this.#deps.clock.now())
    return { ...this.#config, assets: this.#look.assets, isAnnounced: announced, ...look }
  }

  async #viewerOf({ actor }: FastifyRequest): Promise<Viewer | undefined> {
    if (actor.userId === null) return undefined
    const user = await getUser(this.#deps, actor.userId)
    return { name: nameOf(user) ?? user.email, edits: edits(actor) }
  }

  /** Only editors see one without readable documents. */
  async findCategory(request: FastifyRequest, slug: string): Promise<ReadableCategory | undefined> {
    const category = await findReadableCategory(this.#deps, request.actor, slug)
    if (!category || edits(request.actor)) return category
    return (await this.totalsFor(request)).of.get(category.id) ? category : undefined
  }

  /** A category and its content. */
  async branchFor(request: FastifyRequest, category: number): Promise<BranchPart[]> {
    return this.#outlines.branchOf(await this.variantOf(request), category)
  }

  async neighboursOf(request: FastifyRequest, article: Article): Promise<FoundNeighbours> {
    return findNeighbours(this.#deps, this.#outlines, await this.variantOf(request), article, await this.brand())
  }

  async locate(actor: Actor, links: readonly string[]): Promise<PageLocation> {
    return this.#outlines.locate(await this.#deps.variants.of(actor), links)
  }

  /** Replaces each permanent link by the target's address for this reader. */
  async withAddresses({ actor }: FastifyRequest, text: string): Promise<{ text: string; tags: string[] }> {
    const links = new Set(text.matchAll(FLAT_LINKS).map(([, link]) => link!))
    const { at, tags } = await this.locate(actor, [...links])
    const led = text.replace(FLAT_LINKS, (whole, link: string) =>
      at(link) === link ? whole : html` href="${at(link)}`.text,
    )
    return { text: led, tags }
  }

  /** For pages that show counts. */
  async totalsFor(request: FastifyRequest): Promise<SiteTotals> {
    return this.#outlines.totalsFor(await this.variantOf(request))
  }

  async variantOf({ actor }: FastifyRequest): Promise<Variant> {
    return this.#deps.variants.of(actor)
  }

  /** Cached for MOST_READ_AGE; access is checked for every page. */
  async mostReadFor({ actor }: FastifyRequest): Promise<number[]> {
    const age = Math.floor(this.#deps.clock.now() / MOST_READ_AGE)
    const { sharedKey } = await this.#deps.variants.of(actor)
    const current = this.#mostRead.get(sharedKey)
    if (current?.age === age) return current.ids
    const ids = findMostRead(this.#deps, actor)
    this.#mostRead.set(sharedKey, { age, ids })
    // Failures aren't cached.
    ids.catch(() => this.#mostRead.delete(sharedKey))
    return ids
  }
}

/** The current category and its ancestors are always in the outline. */
export function categoryNode(outline: Pick<Outline, 'categories'>, id: number): OutlineCategory | undefined {
  for (const category of outline.categories) {
    const found = category.id === id ? category : categoryNode(category, id)
    if (found) return found
  }
  return undefined
}

/** From the root down to the current category. */
export function ancestorsIn({ categories }: Pick<Outline, 'categories'>): OutlineCategory[] {
  const next = categories.find(({ open }) => open)
  return next ? [next, ...ancestorsIn(next)] : []
}
