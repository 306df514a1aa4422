// Which readers see the same: one variant for visitors, one for those who see everything, and for readers one per set of
// grants, so that cached responses are shared by all who may read the same.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Actor, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { listGrants } from './store.ts'

const GRANTS = [TAGS.grants]

export class Variants {
  readonly #db: Deps['db']
  readonly #known = new LRUCache<number, { moment: number; variant: string }>({ max: 10_000 })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  of(actor: Actor): string | Promise<string> {
    if (actor.within) return this.#bound(actor)
    if (seesEverything(actor)) return 'all'
    if (actor.userId === null || !actor.member) return 'public'
    const known = this.#known.get(actor.userId)
    return known && this.#db.isCurrent(known.moment, GRANTS) ? known.variant : this.#find(actor.userId)
  }

  /** isStill: whether this reader's grants are still what they were when the variant was found. */
  async isStill(actor: Actor, variant: string): Promise<boolean> {
    if (actor.userId === null || !actor.member || seesEverything(actor)) return true
    return (await this.#find(actor.userId)) + boundOf(actor) === variant
  }

  /** A token that is bound to categories shares responses only with those that are bound to the same. */
  async #bound(actor: Actor): Promise<string> {
    return (await this.of({ ...actor, within: undefined })) + boundOf(actor)
  }

  async #find(userId: number): Promise<string> {
    const moment = this.#db.moment()
    const grants = await listGrants(this.#db.read, userId)
    const variant = grants.length === 0 ? 'reader' : `reader:${hash('sha256', grants.join(' '), 'base64url')}`
    if (moment !== undefined) this.#known.set(userId, { moment, variant })
    return variant
  }
}

const boundOf = ({ within }: Actor): string => (within ? ` within ${within.join()}` : '')
