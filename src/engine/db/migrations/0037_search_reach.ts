// The vocabulary knows which words every member may find, beside those that every visitor may.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ search }) => [
    ...search.steps.reach,
    "update search_documents set is_behind = 1 where id in (select id from documents where audience = 'members')",
  ],
} satisfies MigrationSteps
