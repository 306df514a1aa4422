// Who reads, and the context of their pages: the cache key, the name shown, the outline.

import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { nameOf } from '#features/accounts/person-name.ts'
import { getUser } from '#features/accounts/users.ts'
import type { Variants } from '#features/documents/access/variants.ts'
import { type Outline, type OutlineCategory, siteOutline } from '#features/documents/lists/outline.ts'
import { findMostRead } from '#features/documents/reading/page.ts'
import { baseOf } from '#http/base.ts'
import { MINUTE } from '#time.ts'
import type { PageContext, SiteSettings, Viewer } from './site.ts'

const MOST_READ_AGE = 5 * MINUTE

type Dated<T> = { version: number; value: T }

type ReadersDeps = Pick<Deps, 'db' | 'config' | 'clock'> & { variants: Variants }

export class Readers {
  readonly #deps: ReadersDeps
  readonly #site: SiteSettings
  readonly #outlines = new LRUCache<string, Dated<Promise<Outline>>>({ max: 500 })
  readonly #mostRead = new LRUCache<string, Dated<Promise<number[]>>>({ max: 500 })

  constructor(deps: ReadersDeps, site: SiteSettings) {
    this.#deps = deps
    this.#site = site
  }

  /** keyOf is the cache key: visitors share their pages; those signed in have their own, which show their name. */
  async keyOf(request: FastifyRequest): Promise<string> {
    const variant = await this.#deps.variants.of(request.actor)
    const base = this.#deps.config.publicUrl === '' ? this.baseOf(request) : ''
    return request.actor.userId === null ? `${variant} ${base}` : `${variant} ${request.actor.userId} ${base}`
  }

  baseOf(request: FastifyRequest): string {
    return baseOf(this.#deps.config, request)
  }

  async contextFor(request: FastifyRequest, category: number | null): Promise<PageContext> {
    return {
      site: this.#site,
      base: this.baseOf(request),
      viewer: await this.#viewerOf(request),
      outline: await this.#outlineFor(request, category),
    }
  }

  /** bareContext asks the services nothing: for when they fail. */
  bareContext(request: FastifyRequest): PageContext {
    const outline = { categories: [], documents: [], total: 0 }
    return { site: this.#site, base: this.baseOf(request), viewer: undefined, outline }
  }

  async #viewerOf({ actor }: FastifyRequest): Promise<Viewer | undefined> {
    if (actor.userId === null) return undefined
    const user = await getUser(this.#deps, actor.userId)
    return { name: nameOf(user) ?? user.email, edits: seesEverything(actor) }
  }

  async #outlineFor({ actor }: FastifyRequest, category: number | null): Promise<Outline> {
    // A reader's is not shared with others: what it shows could change between finding the variant and asking.
    const variant = await this.#deps.variants.of(actor)
    const key = `${variant} ${variant.startsWith('reader') ? actor.userId : ''} ${category ?? 0}`
    return keptIn(this.#outlines, key, this.#deps.db.version('tree'), () => siteOutline(this.#deps, actor, category))
  }

  /** mostReadFor is at most MOST_READ_AGE old; what may be read of it is asked again for every page. */
  async mostReadFor({ actor }: FastifyRequest): Promise<number[]> {
    const age = Math.floor(this.#deps.clock.now() / MOST_READ_AGE)
    return keptIn(this.#mostRead, await this.#deps.variants.of(actor), age, () => findMostRead(this.#deps, actor))
  }
}

type Versioned<T> = LRUCache<string, Dated<Promise<T>>>

function keptIn<T>(kept: Versioned<T>, key: string, version: number, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known?.version === version) return known.value
  const value = make()
  kept.set(key, { version, value })
  // What could not be read now is asked for again the next time.
  value.catch(() => kept.delete(key))
  return value
}

/** categoryNode finds a category in the outline; the current one and those above it are always there. */
export function categoryNode(outline: Pick<Outline, 'categories'>, id: number): OutlineCategory | undefined {
  for (const category of outline.categories) {
    const found = category.id === id ? category : categoryNode(category, id)
    if (found) return found
  }
  return undefined
}
