// The words that every member can find have an index of their own, and those of documents that are not written yet are among
// them: the scheduler indexes these again.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ search }) => [
    ...search.steps.members,
    `update search_documents set is_behind = 1
      where id in (select id from documents where has_content = 0 and audience <> 'restricted')`,
  ],
} satisfies MigrationSteps
