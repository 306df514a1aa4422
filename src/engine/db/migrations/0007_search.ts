// The search index: what each engine needs for full text, titles as they are compared, and the words to spell with.

import type { MigrationSteps } from '../migration.ts'

export default {
  statements: ({ search }) => search.steps.tables,
} satisfies MigrationSteps
