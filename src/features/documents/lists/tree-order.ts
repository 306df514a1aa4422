// The order of documents within a category, as the index documents_tree holds it, expression by expression: what is pinned
// first, then by position, then by title.

import { sql } from 'kysely'

/** LAST_POSITION is that of a document that has none. */
export const LAST_POSITION = 2_147_483_647

export const PINNED_FIRST = sql`case when documents.pinned_at > 0 then 0 else 1 end`
export const BY_POSITION = sql`coalesce(documents.position, ${sql.lit(LAST_POSITION)})`
