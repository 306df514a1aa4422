// Counts views by document and day.

import type { Tx } from '#engine/db/db.ts'
import { dayOf } from '#time.ts'
import { Tally, type TallyDeps } from '../tally.ts'
import { addViews, listExisting } from './store.ts'

/** Distinct documents and days that can be pending, including in an outage. */
const MOST = 200_000

/** Keys are day and document: pending views keep their day. */
export class ViewCounter extends Tally<string> {
  constructor(deps: TallyDeps, most = MOST) {
    super(deps, { of: 'views', most })
  }

  count(documentId: number): void {
    this.add(`${dayOf(this.deps.clock.now())} ${documentId}`)
  }

  protected async write(tx: Tx, counts: ReadonlyMap<string, number>): Promise<void> {
    const counted = [...counts].map(([key, views]) => {
      const [day = '', id] = key.split(' ')
      return { id: Number(id), day, views }
    })
    const existing = new Set(await listExisting(tx, [...new Set(counted.map(({ id }) => id))]))
    await addViews(
      tx,
      counted.filter(({ id }) => existing.has(id)),
      this.deps.db.dialect,
    )
  }
}
