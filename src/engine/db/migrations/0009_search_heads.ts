// On SQLite heads no longer know the column of a word: asking for one had to look through every document that has the word.

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ search }) => search.steps.heads,
} satisfies MigrationSteps
