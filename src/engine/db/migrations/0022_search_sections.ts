// Headings become a field of the index, documents keep where their sections begin, and the vocabulary knows which words
// every visitor may find. What the index lacks of older documents is added by the scheduler (`is_behind`).

import type { MigrationSteps } from '../migration.ts'

export default {
  phase: 'contract',
  statements: ({ search }) => search.steps.sections,
} satisfies MigrationSteps
