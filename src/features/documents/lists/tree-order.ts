// The order of documents in a category, expression by expression as in the index documents_tree: pinned, position, title.

import { LAST_POSITION } from 'galley-blocks/level.ts'
import { sql } from 'kysely'

export const PINNED_FIRST = sql`case when documents.pinned_at > 0 then 0 else 1 end`
export const BY_POSITION = sql`coalesce(documents.position, ${sql.lit(LAST_POSITION)})`
