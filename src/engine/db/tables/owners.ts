// Who answers for a document or a category. Written by features/owners.

import type { Generated } from 'kysely'

export type OwnerTables = {
  /** Each row is of one document, or of one category and all below it that has no owner of its own. */
  owners: {
    id: Generated<number>
    document_id: number | null
    category_id: number | null
    owner_id: number
    since: number
  }
}
