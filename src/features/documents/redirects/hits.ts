// Counts uses of redirects.

import type { Tx } from '#engine/db/db.ts'
import { Tally, type TallyDeps } from '../tally.ts'
import { addHits } from './store.ts'

export class RedirectHits extends Tally<number> {
  constructor(deps: TallyDeps) {
    super(deps, { of: 'hits of redirects', most: 10_000 })
  }

  count(id: number): void {
    this.add(id)
  }

  protected write(tx: Tx, hits: ReadonlyMap<number, number>): Promise<void> {
    return addHits(tx, hits, this.deps.clock.now())
  }
}
