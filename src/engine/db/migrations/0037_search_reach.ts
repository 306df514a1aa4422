// The vocabulary knows which words every member may find, beside those that every visitor may.

import type { Migration } from '../migration.ts'

export const searchReach: Migration = {
  name: '0037_search_reach',
  phase: 'contract',
  statements: ({ search }) => [
    ...search.steps.reach,
    "update search_documents set is_behind = 1 where id in (select id from documents where audience = 'members')",
  ],
}
