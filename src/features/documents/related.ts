// Documents that may ground the draft of another one: those that every reader of that one may read at this moment.
// The rule is on the safe side: whoever may read a restricted document is signed in, so what members may read will do
// for it; another restricted document never will, even where the same people may read both.

import { sql } from 'kysely'
import type { Query } from '../../engine/db/db.ts'

/** findOpenToReadersOf returns those of the documents that every reader of the target may read and that say something. */
export async function findOpenToReadersOf(query: Query, targetId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return query
    .selectFrom('documents')
    .select(['id', 'slug', 'title', 'version'])
    .where('id', 'in', ids)
    .where('has_content', '=', 1)
    .where(
      sql<boolean>`(audience = 'public' or (audience = 'members'
        and (select target.audience from documents target where target.id = ${targetId}) <> 'public'))`,
    )
    .execute()
}
