// Which readers see the same: one variant for visitors, one for those who see everything, and for readers one per set of
// grants, so that cached responses are shared by all who may read the same.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Actor, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { listGrants } from './store.ts'

/**
 * A Variant is who a cached value is for. Grants may change between finding the variant and reading the database, and then
 * what was read is for this reader alone. So what is kept is either under `key`, which is no other reader's, or under
 * `sharedKey`, which is that of all who may read the same, once `isStill` has said that the grants are what they were.
 */
export type Variant = { actor: Actor; key: string; sharedKey: string; isStill: () => Promise<boolean> }

const GRANTS = [TAGS.grants]

export class Variants {
  readonly #db: Deps['db']
  readonly #grants = new LRUCache<number, { sequence: number; sharedKey: string }>({ max: 10_000 })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  /** of makes no promise when what this reader was granted is known. */
  of(actor: Actor): Variant | Promise<Variant> {
    return this.known(actor) ?? this.#findKey(actor.userId!).then((sharedKey) => this.#readersVariant(actor, sharedKey))
  }

  /** known is undefined while the database would have to be asked. */
  known(actor: Actor): Variant | undefined {
    if (seesEverything(actor)) return common(actor, 'all')
    if (actor.userId === null || !actor.member) return common(actor, 'public')
    const grants = this.#grants.get(actor.userId)
    return grants && this.#db.isCurrent(grants.sequence, GRANTS)
      ? this.#readersVariant(actor, grants.sharedKey)
      : undefined
  }

  #readersVariant(actor: Actor, granted: string): Variant {
    const userId = actor.userId!
    const sharedKey = granted + boundOf(actor)
    const isStill = async () => (await this.#findKey(userId)) === granted
    return { actor, sharedKey, key: `${sharedKey} ${userId}`, isStill }
  }

  async #findKey(userId: number): Promise<string> {
    const sequence = this.#db.sequence()
    const grants = await listGrants(this.#db.read, userId)
    const sharedKey = grants.length === 0 ? 'reader' : `reader:${hash('sha256', grants.join(' '), 'base64url')}`
    if (sequence !== undefined) this.#grants.set(userId, { sequence, sharedKey })
    return sharedKey
  }
}

/** common: what these may read rests on no grants. */
function common(actor: Actor, name: 'all' | 'public'): Variant {
  const key = name + boundOf(actor)
  return { actor, key, sharedKey: key, isStill: async () => true }
}

/** A token that is bound to categories shares responses only with those that are bound to the same. */
const boundOf = ({ within }: Actor): string => (within ? ` within ${within.join()}` : '')
