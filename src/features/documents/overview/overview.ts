// How much of the documentation is checked, stale and unowned, by category, of what someone may read.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { readableBy } from '../access/access.ts'
import { listByCategory } from './store.ts'

export async function getOverview({ db }: Pick<Deps, 'db'>, actor: Actor) {
  const rows = await listByCategory(db.read, readableBy(actor))
  return rows.map(({ category_id, name, documents, checked, stale, unowned, helpful, unhelpful }) => ({
    category: category_id === null ? null : { id: category_id, name: name! },
    documents: Number(documents),
    checked: Number(checked),
    stale: Number(stale),
    unowned: Number(unowned),
    helpful: Number(helpful),
    unhelpful: Number(unhelpful),
  }))
}
