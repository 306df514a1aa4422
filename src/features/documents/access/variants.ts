// Which readers see the same: one variant for visitors, one for those who see everything, and for readers one per set of
// grants, so that cached responses are shared by all who may read the same.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Actor, seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { listGrants } from './store.ts'

export class Variants {
  readonly #db: Deps['db']
  readonly #known = new LRUCache<number, { version: number; variant: string }>({ max: 10_000 })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  of(actor: Actor): string | Promise<string> {
    if (seesEverything(actor)) return 'all'
    if (actor.userId === null || !actor.member) return 'public'
    const version = this.#db.version('content')
    const known = this.#known.get(actor.userId)
    return known?.version === version ? known.variant : this.#find(actor.userId, version)
  }

  /** isStill: whether this reader's grants are still what they were when the variant was found. */
  async isStill(actor: Actor, variant: string): Promise<boolean> {
    if (actor.userId === null || !actor.member || seesEverything(actor)) return true
    return (await this.#find(actor.userId, this.#db.version('content'))) === variant
  }

  async #find(userId: number, version: number): Promise<string> {
    const grants = await listGrants(this.#db.read, userId)
    const variant = grants.length === 0 ? 'reader' : `reader:${hash('sha256', grants.join(' '), 'base64url')}`
    this.#known.set(userId, { version, variant })
    return variant
  }
}
