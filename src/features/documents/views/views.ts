// Counting who reads what, by document and day.

import type { Tx } from '#engine/db/db.ts'
import { dayOf } from '#time.ts'
import { Tally, type TallyDeps } from '../tally.ts'
import { addViews, listExisting } from './store.ts'

/** Documents that are read within a second, or while nothing can be written. */
const MOST = 200_000

/** A key is a day and a document: views that could not be written still belong to the day they were made on. */
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
