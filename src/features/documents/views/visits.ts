// Since when the site is new to somebody who is signed in: the end of their visit before this one. A visit ends when nothing
// was read for half an hour. It is known in memory and written down every ten minutes, so that most pages cost no query.

import { LRUCache } from 'lru-cache'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { MINUTE } from '#time.ts'
import { noteVisit } from './store.ts'

const VISIT_ENDS = 30 * MINUTE
const NOTED_EVERY = 10 * MINUTE
const MOST_PEOPLE = 10_000

export class Visits {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>
  readonly #visits = new LRUCache<number, { at: number; since: number }>({ max: MOST_PEOPLE })

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  /** note is called with a page. What can't be written down now will be with a later one. */
  async note({ userId }: Actor): Promise<void> {
    const { db, clock, log } = this.#deps
    const at = clock.now()
    if (userId === null || at - (this.#visits.get(userId)?.at ?? 0) < NOTED_EVERY) return
    try {
      const since = await db.inTransaction((tx) => noteVisit(tx, userId, at, at - VISIT_ENDS))
      this.#visits.set(userId, { at, since })
    } catch (error) {
      log.warn({ err: error }, 'a visit was not written down')
    }
  }

  /** sinceOf is 0 for visitors; the first visit has nothing new. */
  sinceOf = ({ userId }: Actor): number => (userId === null ? 0 : (this.#visits.get(userId)?.since ?? 0))
}
