// Which readers see the same: visitors, those who see everything, and readers with equal grants. Readers of one variant share
// cached responses.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Actor, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { listGrants } from './store.ts'

/**
 * Whom a cached value is for. A reader's grants may change between finding the variant and reading the database. So a value
 * is cached under the reader's own `key`, or, once `isStill` has confirmed the grants, under the `sharedKey` of all readers
 * with equal grants.
 */
export type Variant = { actor: Actor; key: string; sharedKey: string; isStill: () => Promise<boolean> }

/** `index` because authors may read their own restricted documents. */
const GRANTS = [TAGS.site, TAGS.index, TAGS.groups]

export class Variants {
  readonly #db: Deps['db']
  readonly #grants = new LRUCache<string, { sequence: number; sharedKey: string }>({ max: 10_000 })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  /** Synchronous if the reader's grants are cached. */
  of(actor: Actor): Variant | Promise<Variant> {
    return this.known(actor) ?? this.#findKey(actor).then((sharedKey) => this.#readersVariant(actor, sharedKey))
  }

  /** Undefined if the grants have to be queried. */
  known(actor: Actor): Variant | undefined {
    if (seesEverything(actor)) return common(actor, 'all')
    if (actor.userId === null || !actor.member) return common(actor, 'public')
    const grants = this.#grants.get(nameOf(actor))
    return grants && this.#db.isCurrent(grants.sequence, GRANTS)
      ? this.#readersVariant(actor, grants.sharedKey)
      : undefined
  }

  #readersVariant(actor: Actor, granted: string): Variant {
    const userId = actor.userId!
    const sharedKey = granted + boundOf(actor)
    const isStill = async () => (await this.#findKey(actor)) === granted
    return { actor, sharedKey, key: `${sharedKey} ${userId}`, isStill }
  }

  async #findKey(actor: Actor): Promise<string> {
    const sequence = this.#db.sequence()
    const grants = await listGrants(this.#db.read, actor.userId)
    const { role } = actor
    const sharedKey = grants.length === 0 ? `${role}` : `${role}:${hash('sha256', grants.join(' '), 'base64url')}`
    if (sequence !== undefined) this.#grants.set(nameOf(actor), { sequence, sharedKey })
    return sharedKey
  }
}

/** Editors read what readers don't, and a token may have the smaller role. */
const nameOf = ({ userId, role }: Actor): string => `${role} ${userId}`

/** Readers whose rights don't depend on grants. */
function common(actor: Actor, name: 'all' | 'public'): Variant {
  const key = name + boundOf(actor)
  return { actor, key, sharedKey: key, isStill: async () => true }
}

/** Tokens share responses only if they are bound to the same categories. */
const boundOf = ({ within }: Actor): string => (within ? ` within ${within.join()}` : '')
