// Records refused requests (403) of signed-in people in the audit trail. Of the same account, route and hour only the first,
// the tenth, the hundredth and so on, so that a thousand attempts can't bury other entries.

import { LRUCache } from 'lru-cache'
import type { Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { HOUR } from '#time.ts'
import { recordAudit } from './audit.ts'

/** `route` is the pattern, because an address may contain secrets. */
type RefusedRequest = { method: string; route: string; reason: string }

const MOST_COUNTED = 10_000

export class RefusedRequests {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>
  /** Refusals by account, route and hour, on this node. */
  readonly #counts = new LRUCache<string, number>({ max: MOST_COUNTED })
  readonly #writing = new Set<Promise<void>>()

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  /** Doesn't delay the response. */
  note(actor: Person, { method, route, reason }: RefusedRequest): void {
    const now = this.#deps.clock.now()
    const key = `${actor.userId} ${method} ${route} ${Math.floor(now / HOUR)}`
    const times = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, times)
    if (!/^10*$/.test(String(times))) return
    const detail = { method, route, reason, times }
    const writing = this.#deps.db
      .inTransaction((tx) => recordAudit(tx, actor, 'request.refused', `user:${actor.userId}`, detail, now))
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a refused request could not be recorded'))
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Waits for pending writes. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
